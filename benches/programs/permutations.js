// All orders of eight things, by recursion, with a check of each.
function permutations(items) {
  if (items.length <= 1) return [items];
  const all = [];
  for (let i = 0; i < items.length; i++) {
    const rest = items.slice(0, i).concat(items.slice(i + 1));
    for (const tail of permutations(rest)) all.push([items[i], ...tail]);
  }
  return all;
}

const all = permutations([1, 2, 3, 4, 5, 6, 7]);
const seen = new Set(all.map((p) => p.join('')));
all.length === 5040 && seen.size === 5040 && all.every((p) => p.reduce((a, b) => a + b, 0) === 28);
