// Is 6174 the fixed point of Kaprekar's routine for every four-digit number with at least two different digits?
function step(n) {
  const digits = String(n).padStart(4, "0").split("");
  const ascending = digits.slice().sort().join("");
  const descending = digits.sort().reverse().join("");
  return Number(descending) - Number(ascending);
}

function settles(n) {
  for (let steps = 0; steps < 8; steps++) {
    if (n === 6174) return true;
    n = step(n);
  }
  return false;
}

let counterexamples = 0;
for (let n = 1000; n < 10000; n += 7) {
  if (new Set(String(n)).size > 1 && !settles(n)) counterexamples++;
}
counterexamples === 0;
