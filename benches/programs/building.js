// Building text piece by piece.
let out = '';
for (let i = 0; i < 4000; i++) {
  out += i % 15 === 0 ? 'FizzBuzz' : i % 5 === 0 ? 'Buzz' : i % 3 === 0 ? 'Fizz' : String(i);
  if (i % 10 === 9) out += '\n';
}
const lines = out.split('\n');
const parts = [];
for (let i = 0; i < 3000; i++) parts.push(`${i}:${i * i}`);
const joined = parts.join(',');
let checksum = 0;
for (let i = 0; i < joined.length; i++) checksum = (checksum * 31 + joined.charCodeAt(i)) % 1000003;
lines.length === 401 && lines[0].startsWith('FizzBuzz12Fizz') && checksum > 0;
