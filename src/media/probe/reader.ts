import { Worker } from 'node:worker_threads';
import { entryPath } from '../entry-path.ts';

/** A damaged file must not hold up a probe that ffmpeg has already answered. */
const PATIENCE_MS = 3000;
/** A table of a few bytes can claim a list of gigabytes. The index of a film of two days takes less than this. */
const HEAP_MB = 128;

/** What it takes to start on a machine that is busy. */
const START_MS = 30_000;

let current: Promise<Worker> | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * How long a file lasts, in seconds, as its own index has it. The index is read in a thread of its own, kept for the next
 * file: one that leads the reader astray is given up with the thread, after some seconds or when it asks for too much memory.
 * @returns null where the file has no such index or it cannot be read
 */
export function durationInIndex(file: string): Promise<number | null> {
  const turn = queue.then(() => ask(file));
  queue = turn;
  return turn;
}

async function ask(file: string): Promise<number | null> {
  current ??= startThread();
  const thread = await current;
  thread.ref();
  const answer = nextMessage(thread, PATIENCE_MS);
  thread.postMessage(file);
  const seconds = await answer;
  // An idle thread does not keep the program going.
  thread.unref();
  if (seconds !== undefined) return seconds;
  current = undefined;
  await thread.terminate();
  return null;
}

/** A thread that says that it is there. One that could not be started gives no answer either. */
async function startThread(): Promise<Worker> {
  const limits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 };
  const thread = new Worker(entryPath('reader'), { resourceLimits: limits, execArgv: [], env: {} });
  // Its end is what counts, which follows its error.
  thread.on('error', () => {});
  await nextMessage(thread, START_MS);
  return thread;
}

/** The thread's next message; undefined when it ends or takes too long. */
function nextMessage(thread: Worker, patienceMs: number): Promise<number | null | undefined> {
  return new Promise((resolve) => {
    const end = (answer: number | null | undefined) => {
      clearTimeout(timer);
      thread.off('message', end).off('exit', giveUp);
      resolve(answer);
    };
    const giveUp = () => end(undefined);
    const timer = setTimeout(giveUp, patienceMs);
    thread.on('message', end).on('exit', giveUp);
  });
}
