const size = 24;
const a = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => i + j));
const identity = a.map((row, i) => row.map((_, j) => (i === j ? 1 : 0)));
const multiply = (x, y) => x.map((row) => y[0].map((_, j) => row.reduce((sum, value, k) => sum + value * y[k][j], 0)));
JSON.stringify(multiply(a, identity)) === JSON.stringify(a) && multiply(a, a)[1][2] === 5200;
