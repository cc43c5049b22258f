const r = []; (1, import(...r) => 1)
