// A list of numbers that grows, at the cost of its numbers alone.

export class Column {
  constructor(Numbers) {
    this.Numbers = Numbers;
    this.values = new Numbers(1024);
    this.length = 0;
  }

  push(value) {
    if (this.length === this.values.length) {
      const longer = new this.Numbers(this.length * 2);
      longer.set(this.values);
      this.values = longer;
    }
    this.values[this.length++] = value;
  }
}
