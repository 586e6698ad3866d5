/**
 * The time of a day: timers, both clocks and chance of this whole process are the simulation's. Import it before anything
 * else, so that nothing keeps the process's own.
 */
import { mulberry32 } from '../../support/seeded.ts';

interface Timer {
  at: number;
  readonly order: number;
  readonly every: number | undefined;
  readonly run: () => void;
}

const own = { setImmediate: globalThis.setImmediate, Date: globalThis.Date };

/** Every day begins at the same moment. */
const BEGINNING = Date.UTC(2026, 0, 5);

let now = 0;
let wall = BEGINNING;
let order = 0;
let timers: Timer[] = [];
let random = mulberry32(0);

const isBefore = (one: Timer, other: Timer) =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

function add(run: () => void, ms = 0, every?: number) {
  const timer: Timer = { at: now + Math.max(0, Number(ms) || 0), order: order++, every, run };
  insert(timer);
  return Object.assign(timer, { unref: () => timer, ref: () => timer, hasRef: () => true });
}

/** Timers are kept in order: there are some dozens, and most new ones are among the next. */
function insert(timer: Timer): void {
  let at = timers.length;
  while (at > 0 && isBefore(timer, timers[at - 1] as Timer)) at -= 1;
  timers.splice(at, 0, timer);
}

function remove(timer: Timer | undefined): void {
  const at = timer ? timers.indexOf(timer) : -1;
  if (at >= 0) timers.splice(at, 1);
}

class SimulatedDate extends own.Date {
  constructor(...given: [] | ConstructorParameters<typeof own.Date>) {
    if (given.length === 0) super(SimulatedDate.now());
    else super(...given);
  }
  static override now(): number {
    return wall + Math.floor(now);
  }
}

Object.assign(globalThis, {
  setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    add(() => run(...args), ms),
  setInterval: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    add(() => run(...args), ms, Math.max(1, ms ?? 1)),
  setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) => add(() => run(...args)),
  clearTimeout: remove,
  clearInterval: remove,
  clearImmediate: remove,
  Date: SimulatedDate,
});
performance.now = () => now;
Math.random = () => random();
AbortSignal.timeout = (ms) => {
  const late = new AbortController();
  add(() => late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms);
  return late.signal;
};

/** Begins a day: no timers, and the chances of its seed. */
export function beginDay(seed: number): void {
  now = 0;
  wall = BEGINNING;
  order = 0;
  timers = [];
  random = mulberry32(seed);
}

/** Milliseconds since the day began, by a clock that nobody sets. */
export const elapsed = (): number => now;

/** Sets the clock on the wall forward, or back with a negative number. Timers go on as before. */
export function setWall(ms: number): void {
  wall += ms;
}

/** Turns of the event loop that what a request's body and its answer wait for takes, and more. */
const TURNS = 12;

/** All promises have settled that wait for no timer. */
export const settled = async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((resolve) => own.setImmediate(resolve));
};

/** Lets time pass, and runs what is due on the way with all that follows from it, until then or until `isOver`. */
export async function pass(ms: number, isOver: () => boolean = () => false): Promise<void> {
  const until = now + ms;
  await settled();
  while (!isOver()) {
    const [timer] = timers;
    if (!timer || timer.at > until) {
      now = until;
      return;
    }
    timers.shift();
    now = Math.max(now, timer.at);
    if (timer.every !== undefined) {
      timer.at = now + timer.every;
      insert(timer);
    }
    timer.run();
    await settled();
  }
}

export const after = (ms: number) => new Promise<void>((resolve) => void add(resolve, ms));

/** A whole number from 0 to `below` - 1, by the chances of the day. */
export const chance = (below: number): number => Math.floor(random() * below);

/** Random bytes that come again with the seed. */
export function bytes(length: number): Buffer {
  const made = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) made[at] = chance(256);
  return made;
}
