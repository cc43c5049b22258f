({ m(a, b = 0) { var i = 1; let i = 10; } });
true
