const records = Array.from({ length: 100 }, (_, id) => ({ id, name: "user" + id, tags: ["a", "b"], score: id / 4 }));
const copy = JSON.parse(JSON.stringify(records));
const total = copy.reduce((sum, record) => sum + record.score, 0);
copy.length === 100 && total === 1237.5 && copy[99].name === "user99" && copy[3].tags[1] === "b";
