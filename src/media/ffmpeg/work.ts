import { readFileSync } from 'node:fs';

/** What a running program may use. */
export interface WorkBounds {
  readonly pid: number;
  /** Seconds of processor time, of the program and its children. On several processors they are not over before as many seconds of time. */
  readonly seconds: number;
  /** The same without any output; default: no limit. */
  readonly silentSeconds?: number | undefined;
  /** Seconds in which it may do nothing at all; default 120. */
  readonly stillSeconds?: number | undefined;
  /** Called once it has used up its time. @param seconds the bound */
  spent(seconds: number): void;
  /** Called once it does not get on: it was stopped, or the machine gives it nothing. @param how a clause for people */
  held(how: string): void;
}

/** The work of a program that is watched. */
export interface WorkWatch {
  /** Notes that the program has put something out. */
  heard(): void;
  /** Whether nobody takes what it puts out for now: it may then stand still. */
  rest(resting: boolean): void;
  release(): void;
}

/**
 * A program that runs gets a tick of processor time in this many seconds, however busy the machine is: at a load of 60 on
 * two processors, one that gives way to others gets one in a hundred.
 */
const STILL_SECONDS = 120;
/** At most so many times as long as its processor time: a bound for what is neither still nor gets on. */
const TIMES_AS_LONG = 30;
/** The same on systems that do not say what a program uses: there, the time on the clock stands for it. */
const TIMES_ELSEWHERE = 10;
const EVERY_SECONDS = 0.25;

/**
 * Watches how much processor time a program has used, on Linux. A busy machine, one that was asleep, and a reader that takes
 * its time cost it nothing: time is counted in looks, and those that this process missed do not count.
 */
export function watchWork(bounds: WorkBounds): WorkWatch {
  const { pid, seconds, silentSeconds = Number.POSITIVE_INFINITY, stillSeconds = STILL_SECONDS } = bounds;
  const now = { time: 0, work: 0, still: 0 };
  let last = { time: 0, work: 0 };
  let resting = false;
  const look = () => {
    if (resting) return;
    const before = now.work;
    now.time += EVERY_SECONDS;
    now.work = Math.max(before, workSeconds(pid) ?? now.time / TIMES_ELSEWHERE);
    now.still = now.work > before ? 0 : now.still + EVERY_SECONDS;
    if (isSpent(now, seconds)) bounds.spent(seconds);
    else if (isSpent({ time: now.time - last.time, work: now.work - last.work }, silentSeconds))
      bounds.spent(silentSeconds);
    else if (now.still >= stillSeconds) bounds.held(`did nothing for ${stillSeconds} seconds`);
    else if (now.time >= TIMES_AS_LONG * seconds)
      bounds.held(`got ${Math.round(now.work)} seconds of a processor in ${Math.round(now.time)}`);
  };
  const timer = setInterval(look, 1000 * EVERY_SECONDS).unref();
  return {
    heard: () => {
      now.still = 0;
      last = { ...now };
    },
    rest: (asked) => {
      resting = asked;
    },
    release: () => clearInterval(timer),
  };
}

/**
 * Bounds work in a thread of this process, whose processor time the system does not tell from that of the others: it can have
 * used no more than all of them.
 * @param ms milliseconds of processor time of this process
 * @param act called once when they are used up, not before as many of time are over; or, with the process held up by the
 * machine, when it got no tenth of a processor in all that time
 * @returns releases it
 */
export function afterWork(ms: number, act: (isHeld: boolean) => void): () => void {
  const begun = process.cpuUsage();
  const every = Math.min(1000 * EVERY_SECONDS, ms);
  let time = 0;
  const timer = setInterval(() => {
    time += every;
    const { user, system } = process.cpuUsage(begun);
    const isUsed = (user + system) / 1000 >= ms;
    if (time < ms || !(isUsed || time >= TIMES_ELSEWHERE * ms)) return;
    clearInterval(timer);
    act(!isUsed);
  }, every).unref();
  return () => clearInterval(timer);
}

function isSpent({ time, work }: { time: number; work: number }, seconds: number): boolean {
  return time >= seconds && work >= seconds;
}

/** The kernel reports processor time in these units on every architecture (USER_HZ, proc(5)). */
const TICKS_A_SECOND = 100;
/** Positions behind the name of the program in /proc/PID/stat: its own time, and that of children that have ended. */
const TIMES = { from: 11, to: 15 };

/**
 * Processor time of a program and its children in seconds, on Linux.
 * @returns 0 once it has ended; undefined on systems that do not say
 */
export function workSeconds(pid: number): number | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return process.platform === 'linux' ? 0 : undefined;
  const times = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = times.slice(TIMES.from, TIMES.to).reduce((sum, one) => sum + Number(one), 0);
  const children = read(`/proc/${pid}/task/${pid}/children`)?.split(' ').filter(Boolean) ?? [];
  return children.reduce((sum, child) => sum + (workSeconds(Number(child)) ?? 0), ticks / TICKS_A_SECOND);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
