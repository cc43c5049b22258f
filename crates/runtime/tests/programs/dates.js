//# forms that Node parses
const forms = ['2024-01-05', '2024-01-05T10:00', '2024-01-05T10:00:00Z', '2024-01-05T10:00:00+02:00', '2024/01/05', '2024/1/5', '01/05/2024', '1/5/2024', 'Jan 5, 2024', 'January 5, 2024', '5 Jan 2024', '5 January 2024', 'March 7, 2021 10:00', 'March 7, 2021 10:00:30', 'Fri, 05 Jan 2024 10:00:00 GMT', 'Fri Jan 05 2024 10:00:00 GMT+0000 (Coordinated Universal Time)', 'Fri Jan 05 2024', '2024-01-05 10:00', '2024-01-05 10:00:00', '2024-1-5', '2024-01', '2024', 'Jan 2024', '1/5/24', '1/5/70', '12/31/1999 11:59 PM', '12/31/1999 12:00 AM', '2024-01-05T10:00:00.123Z', '2024-01-05T10:00:00.123456Z', 'Tue Mar 01 2022 10:00:00 GMT-0500', '5-Jan-2024', 'Jan-5-2024', '2024-Jan-05', '20240105', 'Dec 25, 1995', 'Mon, 25 Dec 1995 13:30:00 +0430', 'Thu, 01 Jan 1970 00:00:00 GMT+0200', '2024-01-05T10:00:00 PST', 'Jan 5, 2024 10:00 EST', '1970', '0', '1', '12', '13', '99', '2024-01-05Z', '+002024-01-05T00:00:00Z', '-000001-01-01T00:00:00Z', '2024/01/05 10:00:00 UTC', 'Sat, 1 Jan 2000', '1 January 2000 10:00 UTC', 'jan 5 2024', 'JAN 5 2024', '2024 Jan 5'];
forms.map((f) => `${f} = ${new Date(f).getTime()}`)
//# forms that Node refuses
const bad = ['', 'x', 'hello world', '2024-13-01', '2024-01-32', '2024-02-30', '2023-02-29', '13/01/2024', '2/30/2024', '32 Jan 2024', '2024-01-05T25:00', '2024-01-05T10:60', '2024-01-05T24:00', '2024-01-05T24:01', 'Jan 32, 2024', '10:00', 'Foo 5, 2024', '2024-01-05T', '2024-01-05T10', 'NaN', 'undefined', 'null', '2024-01-05T10:00:00X', '1/5', 'January', '5', '2024/13/01'];
bad.map((f) => `${f} = ${Date.parse(f)}`)
//# the constructor
[new Date(2024, 0).getTime(), new Date(99, 0).getFullYear(), new Date(2024, 1, 30).getTime(), new Date('x').getTime(), new Date(8.64e15 + 1).getTime(), new Date(null).getTime(), new Date(undefined).getTime(), new Date(true).getTime(), new Date([2024, 1]).getTime(), new Date(new Date(5)).getTime(), typeof Date(), new Date(2020, 5, 15, 10, 20, 30, 40).toISOString()].map(String)
//# printing
const d = new Date(Date.UTC(2024, 0, 5, 3, 4, 5, 6));
[d.toString(), d.toISOString(), d.toJSON(), d.toUTCString(), d.toDateString(), d.toTimeString(), String(new Date(NaN)), d.getTimezoneOffset()]
//# printing for people
const e = new Date(Date.UTC(2024, 0, 5, 15, 4, 5));
[e.toLocaleDateString(), e.toLocaleTimeString(), e.toLocaleString(), e.toLocaleDateString('en-US'), new Date(NaN).toLocaleDateString(), new Date(0).toLocaleTimeString(), new Date(43200000).toLocaleTimeString()]
//# printing with options
const f = new Date(Date.UTC(2024, 2, 9, 15, 4, 5));
[f.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' }), f.toLocaleDateString('en-US', { weekday: 'long' }), f.toLocaleDateString('en-US', { month: 'short', day: 'numeric' }), f.toLocaleDateString('en-US', { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }), f.toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }), f.toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit' }), f.toLocaleTimeString('en-US', { hour12: false }), f.toLocaleDateString('en-US', { timeZone: 'UTC' }), f.toLocaleDateString('en-US', { month: 'long' }), f.toLocaleDateString('en-US', { year: 'numeric', month: 'long' })]
//# fields and setters
const g = new Date(Date.UTC(2024, 0, 31)); g.setMonth(1); const h = new Date(0); h.setFullYear(2023, 11, 31); h.setHours(25, 61, 61, 1001);
[g.toISOString(), h.toISOString(), h.getDay(), h.getYear(), new Date(0).setSeconds(90), Date.UTC(2024), Date.UTC()].map(String)
//# differences and order
const a = new Date('2024-03-01'), b = new Date('2024-02-28'); [(a - b) / 864e5, a > b, a.valueOf() === +a, JSON.stringify({ a })]
//# invalid dates throw in toISOString
new Date(NaN).toISOString()
//# Date keeps its face
[Date.length, Date.name, Date.prototype.constructor === Date, new Date(0) instanceof Date, Object.prototype.toString.call(new Date(0)), Object.getOwnPropertyNames(Date).sort()]
//# subclasses of Date
class Day extends Date { get day() { return this.getUTCDate(); } } const i = new Day('Jan 5, 2024'); [i.day, i instanceof Day, i.toISOString()]
//# parse converts its argument once
let n = 0; Date.parse({ toString() { n++; return 'Jan 5, 2024'; } }) + n
//# many options
const when = new Date(Date.UTC(2024, 2, 9, 15, 4, 5)), options = [
  {weekday:'long',day:'numeric'},
  {weekday:'long',month:'long'},
  {weekday:'short',month:'numeric',day:'numeric'},
  {month:'long',day:'numeric'},
  {year:'numeric',month:'numeric'},
  {year:'2-digit',month:'numeric',day:'numeric'},
  {year:'2-digit',month:'short'},
  {month:'narrow'},
  {day:'numeric'},
  {day:'2-digit'},
  {month:'numeric'},
  {month:'2-digit'},
  {year:'numeric'},
  {hour:'numeric'},
  {hour:'2-digit'},
  {hour:'numeric',hour12:false},
  {hour:'numeric',minute:'2-digit',hour12:false},
  {minute:'numeric'},
  {second:'numeric'},
  {minute:'numeric',second:'numeric'},
  {dateStyle:'full'},
  {dateStyle:'long'},
  {dateStyle:'medium'},
  {dateStyle:'short'},
  {timeStyle:'full'},
  {timeStyle:'long'},
  {timeStyle:'medium'},
  {timeStyle:'short'},
  {dateStyle:'full',timeStyle:'short'},
  {dateStyle:'medium',timeStyle:'short'},
  {dateStyle:'long',timeStyle:'medium'},
  {dateStyle:'short',timeStyle:'short'},
  {year:'numeric',month:'long',day:'numeric',hour:'numeric',minute:'2-digit'},
  {year:'numeric',month:'short',day:'numeric',hour:'numeric',minute:'2-digit',second:'2-digit'},
  {year:'numeric',month:'2-digit',day:'2-digit',hour:'2-digit',minute:'2-digit',second:'2-digit',hour12:false},
  {timeZoneName:'short'},
  {hourCycle:'h23',hour:'numeric'},
  {hour12:true},
  {year:'numeric',day:'numeric'},
  {weekday:'long',year:'numeric',month:'long',day:'numeric'},
  {weekday:'narrow'},
  {month:'long',hour:'numeric'},
  {weekday:'short',day:'numeric',month:'short'},
  {weekday:'long',month:'numeric',day:'numeric',year:'numeric'}
];
options.map((o) => ['toLocaleDateString', 'toLocaleTimeString', 'toLocaleString'].map((m) => {
  try { return when[m]('en-US', o); } catch (e) { return `${e.name}: ${e.message}`; }
}))
//# midnight in three ways
const m = new Date(0); [m.toLocaleTimeString('en-US', { hour12: false }), m.toLocaleTimeString('en-US', { hourCycle: 'h23' }), m.toLocaleTimeString('en-US', { hour12: true })]
//# years far away
[new Date(-62198755200000).toLocaleDateString(), new Date(8.64e15).toLocaleDateString(), new Date(-1).toLocaleString(), new Date(Date.UTC(2000, 1, 29)).toLocaleDateString()]
