const clear = (list) => { list.length = 0; list[0] = 'x'; return list };
[[1], [1, 2], ['a', 'b', 'c']].map(clear).join() + [1, 2, 3].concat(clear([1, 2])).length
