function f(a) { const k = 1; const k = 2; }
true
