/** How far a probe of many files is, on standard error. */
import type { Session } from '../model/session.ts';

/** Below this many it is over before anyone wonders. */
const MANY = 25;

/**
 * Counts files as they are done. On a terminal each moves the spinner; elsewhere a line comes every tenth.
 * @param streams rows come meanwhile: on a terminal they show how far it is
 */
export function counting(session: Session, total: number, streams: boolean): { one(): void; stop(): void } {
  const { terminal } = session.io;
  if (total < MANY || (streams && terminal.out)) return { one: () => {}, stop: () => {} };
  const progress = session.progress(`Looking into ${total} files`);
  const step = terminal.err ? 1 : Math.ceil(total / 10);
  let done = 0;
  return {
    one() {
      done += 1;
      if (done % step === 0) progress.update(`Looked into ${done} of ${total} files`);
    },
    stop: () => progress.stop(),
  };
}
