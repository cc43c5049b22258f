((a = 0) => { let i; let i; });
true
