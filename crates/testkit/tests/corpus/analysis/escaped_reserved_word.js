((\u{63}onst) => 0); [1].indexOf(\u{63}onst);
