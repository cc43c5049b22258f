// Planets under gravity: floating point and properties.
const bodies = [
  { x: 0, y: 0, vx: 0, vy: 0, m: 1000 },
  { x: 100, y: 0, vx: 0, vy: 3.1, m: 1 },
  { x: -150, y: 20, vx: 0.3, vy: -2.6, m: 2 },
  { x: 10, y: 210, vx: -2.2, vy: 0, m: 0.5 },
];

function energy() {
  let e = 0;
  for (let i = 0; i < bodies.length; i++) {
    const a = bodies[i];
    e += 0.5 * a.m * (a.vx * a.vx + a.vy * a.vy);
    for (let j = i + 1; j < bodies.length; j++) {
      const b = bodies[j];
      e -= (a.m * b.m) / Math.hypot(a.x - b.x, a.y - b.y);
    }
  }
  return e;
}

function step(dt) {
  for (let i = 0; i < bodies.length; i++) {
    const a = bodies[i];
    for (let j = i + 1; j < bodies.length; j++) {
      const b = bodies[j];
      const dx = a.x - b.x;
      const dy = a.y - b.y;
      const d2 = dx * dx + dy * dy;
      const mag = dt / (d2 * Math.sqrt(d2));
      a.vx -= dx * b.m * mag;
      a.vy -= dy * b.m * mag;
      b.vx += dx * a.m * mag;
      b.vy += dy * a.m * mag;
    }
  }
  for (const b of bodies) {
    b.x += dt * b.vx;
    b.y += dt * b.vy;
  }
}

const before = energy();
for (let n = 0; n < 2000; n++) step(0.01);
Math.abs((energy() - before) / before) < 0.01;
