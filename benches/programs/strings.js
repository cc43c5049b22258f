function isPalindrome(text) {
  const letters = text.toLowerCase().replace(/[^a-z]/g, "");
  return letters === letters.split("").reverse().join("");
}
const yes = ["A man, a plan, a canal: Panama", "Was it a car or a cat I saw?", "", "No 'x' in Nixon"];
const no = ["hello", "palindrome", "almost tsomlb!"];
const words = "the quick brown fox jumps over the lazy dog the end".split(" ");
const counts = {};
for (const word of words) counts[word] = (counts[word] || 0) + 1;
yes.every(isPalindrome) && !no.some(isPalindrome) && counts.the === 3 && Object.keys(counts).length === 9;
