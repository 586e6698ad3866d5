import { after, chance, elapsed } from './clock.ts';

/** What a process that was killed gets for whatever it asks of the store, the disk or the network. Nothing of it happens. */
export class ProcessDead extends Error {
  override readonly name = 'ProcessDead';
}

/** A process of the service. It sees the data folder below /sim/DAY-ID, by which the store and the disk know who asks. */
export interface Process {
  readonly id: string;
  readonly dataDir: string;
  readonly kind: 'service' | 'worker';
  isAlive: boolean;
  /** It stands still until then, in milliseconds of the day, as a process that the machine lets wait. */
  frozenUntil: number;
  /** Aborted when it dies, so that its timers end. */
  readonly stop: AbortController;
  /** Called when it dies. */
  readonly onDeath: Set<() => void>;
}

/** A death that comes after some more steps of any process: between two steps of one of them. */
interface Trap {
  steps: number;
  readonly spring: () => void;
}

const ROOT = '/sim/';

let day = 0;
let started = 0;
let all = new Map<string, Process>();
let traps: Trap[] = [];
let steps = 0;

/** Forgets the processes of the day before. */
export function forgetProcesses(): void {
  day += 1;
  started = 0;
  steps = 0;
  all = new Map();
  traps = [];
}

export function newProcess(kind: Process['kind']): Process {
  started += 1;
  const id = `${kind}-${started}`;
  // What is still under way of a day before, or remembered by its folder, must not be taken for this day's.
  const folder = `${day}-${id}`;
  const made = { id, kind, dataDir: `${ROOT}${folder}/data`, isAlive: true, frozenUntil: 0 };
  const process: Process = { ...made, stop: new AbortController(), onDeath: new Set() };
  all.set(folder, process);
  return process;
}

/** kill -9. What it asked for and was not done never is. */
export function kill(process: Process): void {
  if (!process.isAlive) return;
  process.isAlive = false;
  for (const end of process.onDeath) end();
  process.stop.abort(new ProcessDead('killed'));
}

export const isSimulated = (path: unknown): path is string =>
  typeof path === 'string' && path.startsWith(ROOT);

/** Temporary files are in a folder of each process: its name belongs to the process, and here all are one. */
const TEMPORARY = /^data\/tmp(?=\/|$)/;

/** Who asks for a path, and the path on the disk that all share. */
export function splitPath(path: string): { process: Process; rest: string } {
  const at = path.indexOf('/', ROOT.length);
  const folder = path.slice(ROOT.length, at < 0 ? undefined : at);
  const process = all.get(folder);
  if (!process) throw new ProcessDead(`${folder} is of an earlier day`);
  const rest = at < 0 ? '' : path.slice(at + 1);
  return { process, rest: rest.replace(TEMPORARY, `data/tmp-${process.id}`) };
}

export function requireAlive(process: Process): void {
  if (!process.isAlive) throw new ProcessDead(`${process.id} is dead`);
}

/** Springs after some more steps. */
export function setTrap(after: number, spring: () => void): void {
  traps.push({ steps: after, spring });
}

/** Comes back once a process does not stand still any more. */
export async function thaw(process: Process): Promise<void> {
  while (process.isAlive && elapsed() < process.frozenUntil) await after(process.frozenUntil - elapsed());
}

export const stepsSoFar = (): number => steps;

/** A step of the store or the disk: others may come first, and a process may die before it. Most take no time. */
export async function step(): Promise<void> {
  steps += 1;
  for (const trap of traps) trap.steps -= 1;
  const sprung = traps.filter((trap) => trap.steps <= 0);
  if (sprung.length > 0) {
    traps = traps.filter((trap) => trap.steps > 0);
    for (const trap of sprung) trap.spring();
  }
  const luck = chance(64);
  if (luck < 20) await after(luck % 5);
  else if (luck === 63) await after(chance(400));
}
