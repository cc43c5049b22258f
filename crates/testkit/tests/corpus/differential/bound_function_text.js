const f = () => 0; 'ab'.concat(f.bind(0))
