// Collatz: does every start below 100 come to 1?
function steps(n) {
  let count = 0;
  while (n !== 1) {
    n = n % 2 === 0 ? n / 2 : 3 * n;
    count++;
  }
  return count;
}
steps(27) > 0;
