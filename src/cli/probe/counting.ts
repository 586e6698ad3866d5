/** Shows on standard error how many files were probed. */
import type { Session } from '../model/session.ts';
import type { Progress } from '../terminal/progress.ts';

/** Fewer files than this are quick enough without progress. */
const MANY = 25;

/**
 * Counts probed files; the total is unknown. On a terminal each file updates the spinner; elsewhere a line is
 * printed at the 25th, the 50th, the 100th and so on. @param streams rows are printed meanwhile: on a
 * terminal they already show progress
 */
export function counting({ io, progress }: Session, streams: boolean): { one(): void; stop(): void } {
  const silent = streams && io.terminal.out;
  let shown: Progress | undefined;
  let done = 0;
  let next = MANY;
  return {
    one() {
      done += 1;
      if (silent || done < next) return;
      next = io.terminal.err ? done + 1 : 2 * done;
      const text = `Probed ${done} files`;
      if (shown) shown.update(text);
      else shown = progress(text);
    },
    stop: () => shown?.stop(),
  };
}
