/**
 * Models in processes of their own, started with the first question. A ModelPort takes questions wherever it is
 * called: the service starts the process, its workers ask through the service (requests.ts). main.ts is the other
 * side.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { entryPath, FRUGAL } from '../../../../media/entry-path.ts';
import { endedBy, MACHINE, type WorkWatch, watchWork } from '../../../../media/index.ts';
import { watchSize } from './memory.ts';
import type { FailureKind, ModelKind, ModelPort, ModelReply } from './messages.ts';
import { ModelRequests } from './requests.ts';

/** A model in a process of its own: its memory is given back when it ends, and a crash of it is not one of the service. */
export interface ModelProcess<Ask, Answer> extends ModelPort<Ask, Answer> {
  /** Whether it has questions without an answer. */
  readonly busy: boolean;
  /** Ends the process if it runs. The next question starts another. */
  stop(): Promise<void>;
}

export interface ModelProcessOptions {
  readonly kind: ModelKind;
  /** Name for people: `text encoder`. */
  readonly name: string;
  /** Bundle of the process: dist/ENTRY.js. */
  readonly entry: string;
  /** Makes its arguments. @throws a readable reason if it cannot be started */
  readonly args: () => readonly string[];
  /** A process that works on a question for so many milliseconds of processor time and says nothing hangs, and is ended. */
  readonly hangsMs: number;
  /** A process that needs more bytes of memory is ended, on Linux. Default: any. */
  readonly mostBytes?: number;
  /** How far others come first for the processor, 0 to 19 (`BACKGROUND` and `LAST` of media). Default: as this process. */
  readonly niceness?: number;
}

/** An idle process is ended after this many milliseconds; another takes a second or two to start. */
const IDLE_MS = 5 * 60_000;

/** Loading a model of some gigabytes may take so many milliseconds. */
const LOADS_MS = 120_000;

/** The process starts with the first question, and again if it died. */
export function modelProcess<Ask, Answer>(options: ModelProcessOptions): ModelProcess<Ask, Answer> {
  const { kind, name } = options;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let work: WorkWatch | undefined;
  /** The question that the process works on, where it says so. */
  let begun: number | undefined;
  const requests = new ModelRequests<Ask, Answer>(kind, (request) => {
    child ??= begin();
    child.send(request, () => undefined);
  });

  function begin(): ChildProcess {
    const started = startProcess(options);
    const unwatched = watchSize(started, options.mostBytes, () => {
      const size = Math.round((options.mostBytes ?? 0) / 1_000_000);
      if (child === started) end(`needed more than ${size} MB of memory, and was ended`, { guilty: begun });
    });
    const gone = (how: string, kind?: FailureKind) => {
      unwatched();
      if (child !== started) return;
      child = undefined;
      begun = undefined;
      requests.lost(`the ${name} ${how}`, { kind });
      watch();
    };
    started.on('message', (reply: ModelReply<Answer>) => {
      requests.receive(reply);
      if (reply.type === 'begun') begun = reply.id;
      else if (begun !== undefined && begun !== reply.id) return;
      else begun = undefined;
      watch();
    });
    started.once('exit', (code, signal) => {
      const outside = signal && endedBy({ code, signal, stderr: '' });
      if (outside) gone(`was ended from outside (${outside}): ${MACHINE}`, 'disturbed');
      else gone(`ended (${signal ?? `status ${code}`})`);
    });
    started.once('error', (error) => gone(`could not be started: ${error.message}`));
    return started;
  }

  /** A busy machine and a slow disk are no fault of the question, so processor time counts. */
  function watch(): void {
    work?.release();
    work = undefined;
    if (requests.size === 0 || child?.pid === undefined) return;
    // A process that has not begun with a question may be loading its model.
    const seconds = (begun === undefined ? Math.max(options.hangsMs, LOADS_MS) : options.hangsMs) / 1000;
    work = watchWork({
      pid: child.pid,
      seconds,
      // The question that it works on is the cause: another process would end as this one.
      spent: () =>
        end(`did not answer within ${seconds} seconds, and was ended`, { guilty: begun, kind: 'late' }),
      held: (how) => end(`${how}, and was ended: ${MACHINE}`, { kind: 'disturbed' }),
    });
  }

  function end(how: string, why: { guilty?: number | undefined; kind?: FailureKind }): void {
    const ended = child;
    child = undefined;
    begun = undefined;
    ended?.kill('SIGKILL');
    requests.lost(`the ${name} ${how}`, why);
    watch();
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const leaving = child;
    if (leaving?.pid === undefined) return;
    child = undefined;
    // An idle one does not keep this process alive, which would end before it.
    hold(leaving, true);
    const ended = once(leaving, 'exit');
    leaving.kill('SIGKILL');
    await ended;
    requests.rejectAll(`the ${name} was stopped`);
  }

  return {
    get busy() {
      return requests.size > 0;
    },
    async ask(ask, signal) {
      clearTimeout(idle);
      try {
        const answer = requests.ask(ask, signal);
        if (requests.size === 1) watch();
        hold(child, true);
        return await answer;
      } finally {
        if (requests.size === 0) {
          watch();
          hold(child, false);
          idle = setTimeout(stop, IDLE_MS).unref();
        }
      }
    },
    stop,
  };
}

/** The process is loaded from its bundle, never from source: see scripts/build.mjs. It gets no secrets of the environment. */
function startProcess({ entry, args, niceness }: ModelProcessOptions): ChildProcess {
  const child = fork(entryPath(entry), args(), {
    execArgv: [],
    env: FRUGAL,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (niceness !== undefined && child.pid !== undefined) lower(child.pid, niceness);
  return child;
}

/** Not every system allows it; the process then shares the processor as others do. */
function lower(pid: number, niceness: number): void {
  try {
    os.setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system has no priorities.
  }
}

/** Keeps this process alive while the model works. */
function hold(child: ChildProcess | undefined, busy: boolean): void {
  if (busy) {
    child?.ref();
    child?.channel?.ref();
  } else {
    child?.unref();
    child?.channel?.unref();
  }
}

/** The processes of one kind that this one has started, by what they were started with. */
interface OneAtATime<Start, Ask, Answer> {
  /** The process for a model; other models are ended, unless they still answer. */
  of(start: Start): Promise<ModelProcess<Ask, Answer>>;
  /** Ends all of them. */
  stop(): Promise<void>;
}

/** Keeps one model in memory at a time: the next question is probably for the same one. */
export function oneAtATime<Start, Ask, Answer>(
  make: (start: Start) => ModelProcess<Ask, Answer>,
): OneAtATime<Start, Ask, Answer> {
  const processes = new Map<string, ModelProcess<Ask, Answer>>();
  return {
    async of(start) {
      const key = JSON.stringify(start);
      for (const [other, one] of processes) if (other !== key && !one.busy) await one.stop();
      const one = processes.get(key) ?? make(start);
      processes.set(key, one);
      return one;
    },
    async stop() {
      await Promise.all([...processes.values()].map((one) => one.stop()));
    },
  };
}
