import './world/clock.ts';
import './world/crypto.ts';
import { runDay } from './day.ts';
import { planOf } from './plan.ts';

const [from = 1, to = 1] = process.argv.slice(2).map(Number);
const trace = process.env.TRACE ? (line: string) => process.stderr.write(`${line.slice(0, 300)}\n`) : undefined;
const began = process.hrtime.bigint();
let [steps, commits] = [0, 0];
for (let seed = from; seed <= to; seed += 1) {
  const result = await runDay(planOf(seed), trace);
  steps += result.steps;
  commits += result.commits;
  if (result.faults.length > 0) console.log(`seed ${seed}: ${result.faults.slice(0, 3).join('\n   ')}`);
}
const ms = Number(process.hrtime.bigint() - began) / 1e6;
console.log(`${to - from + 1} seeds, ${steps} steps, ${commits} commits, ${(ms / (to - from + 1)).toFixed(1)} ms a seed`);
process.exit(0);
