class Grid { constructor(rows) { this.rows = rows; this.sum = 0 } add(n) { this.sum += n; return this } total() { this.rows.forEach((row) => { row.forEach((n) => this.add(n)); }); return [this.sum, this.rows.map((r) => r.map((n) => n * this.sum))] } }
JSON.stringify(new Grid([[1, 2], [3]]).total())
