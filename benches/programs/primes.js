const limit = 20000;
const composite = new Array(limit + 1).fill(false);
let count = 0;
for (let n = 2; n <= limit; n++) {
  if (composite[n]) continue;
  count++;
  for (let m = n * n; m <= limit; m += n) composite[m] = true;
}
count === 2262;
