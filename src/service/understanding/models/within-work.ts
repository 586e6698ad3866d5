import { afterWork, MACHINE } from '../../../media/index.ts';

/** A piece of work of a thread of this process. */
interface Work {
  /** Name for people: `face recogniser`. */
  readonly name: string;
  /** What it may use, in milliseconds of processor time of this process. */
  readonly ms: number;
}

/** Work in a thread took too long. With the code of a disturbance, the machine held it up: it is worth another try. */
class TooLong extends Error {
  readonly code: 'late' | 'disturbed';

  constructor({ name, ms }: Work, isHeld: boolean) {
    super(
      isHeld
        ? `the ${name} got hardly any time of a processor: ${MACHINE}`
        : `the ${name} took longer than ${ms / 1000} seconds of processor time`,
    );
    this.code = isHeld ? 'disturbed' : 'late';
  }
}

/**
 * Does work in a thread of this process within its time.
 * @param run rejects when the signal that it gets aborts, which also happens when the other one does
 */
export async function withinWork<Result>(
  work: Work,
  signal: AbortSignal,
  run: (limit: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const release = afterWork(work.ms, (isHeld) => late.abort(new TooLong(work, isHeld)));
  try {
    return await run(AbortSignal.any([signal, late.signal]));
  } finally {
    release();
  }
}
