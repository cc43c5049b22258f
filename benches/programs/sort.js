function mergeSort(list) {
  if (list.length < 2) return list;
  const half = list.length >> 1;
  const left = mergeSort(list.slice(0, half));
  const right = mergeSort(list.slice(half));
  const merged = [];
  let i = 0, j = 0;
  while (i < left.length && j < right.length) merged.push(left[i] <= right[j] ? left[i++] : right[j++]);
  return merged.concat(left.slice(i), right.slice(j));
}
const input = Array.from({ length: 500 }, (_, i) => (i * 7919) % 503);
const sorted = mergeSort(input);
const expected = input.slice().sort((a, b) => a - b);
sorted.every((n, i) => n === expected[i]) && sorted.length === input.length;
