// Scanning text with regular expressions.
const line = (i) => `2024-0${(i % 9) + 1}-1${i % 10} user${i}@example.org GET /item/${i * 7}?page=${i % 13} ${200 + (i % 5)}`;
const log = Array.from({ length: 400 }, (_, i) => line(i));
const pattern = /^(\d{4})-(\d{2})-(\d{2}) ([\w.]+)@([\w.]+) (GET|POST) (\/\S*?)\?page=(\d+) (\d{3})$/;
let pages = 0;
let good = 0;
for (const entry of log) {
  const match = pattern.exec(entry);
  if (!match) throw new Error(entry);
  pages += Number(match[8]);
  if (/^20[0-2]$/.test(match[9])) good++;
}
const text = log.join('\n');
const users = text.match(/user\d+/g);
const hidden = text.replace(/[\w.]+@[\w.]+/g, '<mail>');
users.length === 400 && !hidden.includes('@') && good === 240 && pages === log.reduce((sum, _, i) => sum + (i % 13), 0);
