// Counting and joining with Map and Set.
const words = [];
let seed = 7;
for (let i = 0; i < 20000; i++) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  words.push('w' + (seed % 997));
}
const counts = new Map();
for (const w of words) counts.set(w, (counts.get(w) || 0) + 1);
const seen = new Set(words);
let total = 0;
for (const [w, n] of counts) {
  if (!seen.has(w)) throw new Error(w);
  total += n;
}
const common = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 10);
total === 20000 && seen.size === counts.size && common.length === 10 && common[0][1] >= common[9][1];
