class Stack {
  #items = [];
  push(item) {
    this.#items.push(item);
    return this;
  }
  pop() {
    return this.#items.pop();
  }
  get size() {
    return this.#items.length;
  }
}
function evaluate(expression) {
  const stack = new Stack();
  const operations = new Map([
    ["+", (a, b) => a + b],
    ["-", (a, b) => a - b],
    ["*", (a, b) => a * b],
  ]);
  for (const token of expression.split(" ")) {
    const operation = operations.get(token);
    if (operation) {
      const b = stack.pop();
      stack.push(operation(stack.pop(), b));
    } else {
      stack.push(Number(token));
    }
  }
  return stack.size === 1 ? stack.pop() : NaN;
}
evaluate("3 4 + 2 *") === 14 && evaluate("5 1 2 + 4 * + 3 -") === 14 && isNaN(evaluate("1 2"));
