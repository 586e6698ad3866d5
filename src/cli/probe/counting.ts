/** How far a probe of many files is, on standard error. */
import type { Session } from '../model/session.ts';
import type { Progress } from '../terminal/progress.ts';

/** Below this many it is over before anyone wonders. */
const MANY = 25;

/**
 * Counts files as they are looked into; how many there will be nobody knows. On a terminal each moves the spinner;
 * elsewhere a line comes for the 25th, the 50th, the 100th and so on.
 * @param streams rows come meanwhile: on a terminal they show how far it is
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
      const text = `Looked into ${done} files`;
      if (shown) shown.update(text);
      else shown = progress(text);
    },
    stop: () => shown?.stop(),
  };
}
