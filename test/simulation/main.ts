/** Runs days and says what they came to, as lines of JSON; scripts/simulate.mjs starts it and reads them. */
import './world/clock.ts';
import './world/crypto.ts';
import { runDay } from './day.ts';
import { planOf, wholePlan } from './plan.ts';
import { shrink } from './shrink.ts';

interface Order {
  /** Seeds from `from` on, each `every` further, below `end`. */
  readonly from: number;
  readonly end: number;
  readonly every: number;
  /** Faults of planted.mjs, of which the first seed is looked for that finds each. */
  readonly planted?: readonly string[];
  /** Seeds that are known to find one, which are tried before all others. */
  readonly known?: Readonly<Record<string, number>>;
  /** Makes the plan of a seed with a fault smaller. */
  readonly shrink?: boolean;
  /** Prints what happens. */
  readonly trace?: boolean;
}

const order: Order = JSON.parse(process.argv[2] ?? '{}');
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const show = order.trace ? (line: string) => void process.stderr.write(`${line}\n`) : undefined;

const total = { seeds: 0, steps: 0, commits: 0 };

async function runSeed(seed: number): Promise<readonly string[]> {
  const { faults, steps, commits } = await runDay(planOf(seed), show);
  total.seeds += 1;
  total.steps += steps;
  total.commits += commits;
  return faults;
}

async function runSeeds(): Promise<void> {
  for (let seed = order.from; seed < order.end; seed += order.every) {
    const faults = await runSeed(seed);
    if (faults.length > 0)
      say({ seed, faults, ...(order.shrink && { acts: (await shrink(planOf(seed))).acts }) });
  }
}

function* seedsFor(name: string) {
  const known = order.known?.[name];
  if (known !== undefined) yield known;
  for (let seed = order.from; seed < order.end; seed += 1) yield seed;
}

async function findPlanted(name: string): Promise<void> {
  Object.assign(globalThis, { plantedFault: name });
  for (const seed of seedsFor(name)) {
    const faults = await runSeed(seed);
    if (faults.length > 0) return say({ planted: name, seed, faults });
  }
  say({ planted: name, faults: [] });
}

for (const plan of [wholePlan, planOf(0)]) await runDay(plan);
const began = process.cpuUsage();
if (order.planted) for (const name of order.planted) await findPlanted(name);
else await runSeeds();
const { user, system } = process.cpuUsage(began);
say({ ...total, seconds: (user + system) / 1e6 });
process.exit(0);
