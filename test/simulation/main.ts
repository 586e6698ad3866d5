/** Runs days and says what they came to, as lines of JSON; scripts/simulate.mjs starts it and reads them. */
import './world/clock.ts';
import './world/crypto.ts';
import { runDay } from './day.ts';
import { type Plan, planOf } from './plan.ts';
import { shrink } from './shrink.ts';

interface Order {
  /** Seeds from `from` on, each `every` further, below `end`. */
  readonly from: number;
  readonly end: number;
  readonly every: number;
  /** Ends at the first seed with a fault. */
  readonly first?: boolean;
  /** Makes the plan of a seed with a fault smaller. */
  readonly shrink?: boolean;
  /** Runs every seed twice, and compares all that happened. */
  readonly twice?: boolean;
  /** Prints what happens. */
  readonly trace?: boolean;
}

const order: Order = JSON.parse(process.argv[2] ?? '{}');
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const show = order.trace ? (line: string) => void process.stderr.write(`${line}\n`) : undefined;

/** All that happened in a day, as a number. */
async function everything(plan: Plan) {
  let hash = 0;
  const lines: string[] = [];
  const result = await runDay(plan, (line) => {
    lines.push(line);
    for (let at = 0; at < line.length; at += 1) hash = (Math.imul(hash, 31) + line.charCodeAt(at)) | 0;
  });
  return { result, lines, hash };
}

// What is loaded with its first use comes later than ever after.
await runDay(planOf(0));
const began = process.cpuUsage();
let [seeds, steps, commits] = [0, 0, 0];
for (let seed = order.from; seed < order.end; seed += order.every) {
  const plan = planOf(seed);
  const { faults, ...done } = await runDay(plan, show);
  seeds += 1;
  steps += done.steps;
  commits += done.commits;
  if (order.twice) {
    const [one, other] = [await everything(plan), await everything(plan)];
    const at = one.lines.findIndex((line, index) => line !== other.lines[index]);
    if (one.hash !== other.hash) say({ seed, faults: [`it does not replay: ${one.lines[at]}; ${other.lines[at]}`] });
  }
  if (faults.length === 0) continue;
  say({ seed, faults, ...(order.shrink && { acts: (await shrink(plan)).acts }) });
  if (order.first) break;
}
const { user, system } = process.cpuUsage(began);
say({ seeds, steps, commits, seconds: (user + system) / 1e6 });
process.exit(0);
