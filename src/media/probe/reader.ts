import { Worker } from 'node:worker_threads';
import { entryPath } from '../entry-path.ts';

/** A damaged file must not delay a probe that ffmpeg has already answered. */
const PATIENCE_MS = 3000;
/** A table of a few bytes can claim a list of gigabytes. The index of a two-day film needs less than this. */
const HEAP_MB = 128;

/** Timeout for starting on a busy machine. */
const START_MS = 30_000;

let current: Promise<Worker> | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * The duration of a file in seconds according to its own index. The index is read on a reused thread; if a file hangs
 * it for some seconds or uses too much memory, the thread is discarded.
 * @returns null if the file has no such index or it cannot be read
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
  // An idle thread does not keep the process alive.
  thread.unref();
  if (seconds !== undefined) return seconds;
  current = undefined;
  await thread.terminate();
  return null;
}

/** Starts a thread that reports ready. If it cannot be started, it gives no answer. */
async function startThread(): Promise<Worker> {
  const limits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 };
  const thread = new Worker(entryPath('reader'), { resourceLimits: limits, execArgv: [], env: {} });
  // Its exit counts, which follows its error.
  thread.on('error', () => {});
  await nextMessage(thread, START_MS);
  return thread;
}

/** The thread's next message; undefined if it exits or takes too long. */
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
