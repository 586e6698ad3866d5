/** Turns the ends of waits into an exit status, and into an error for resources that could not be read. */
import { idOf, type WaitTarget } from '../../../client/wait/kinds.ts';
import type { End } from '../../../client/wait/several.ts';
import { CliError, type Failure, failureOf } from '../../errors/errors.ts';
import { type ExitStatus, exit } from '../../errors/exit.ts';

const statuses: Readonly<Record<Exclude<End['outcome'], 'error'>, ExitStatus>> = {
  completed: exit.done,
  failed: exit.jobFailed,
  cancelled: exit.jobCancelled,
  unknown: exit.service,
  timed_out: exit.timedOut,
};

/** The exit status of one end; a wait that was dropped because another ended counts as a timeout. */
export const statusOf = (end: End | undefined): ExitStatus => {
  if (!end) return exit.timedOut;
  return end.outcome === 'error' ? failureOf(end.error).exitStatus : statuses[end.outcome];
};

/** The worst result decides: failure, then cancellation, then another error, then timeout. */
export function worst(all: readonly ExitStatus[]): ExitStatus {
  const first = [exit.jobFailed, exit.jobCancelled].find((status) => all.includes(status));
  const fault = all.find((status) => status !== exit.done && status !== exit.timedOut);
  return first ?? fault ?? (all.includes(exit.timedOut) ? exit.timedOut : exit.done);
}

/**
 * The error for resources that could not be read; undefined if all could. @param status exit status of the
 * whole
 */
export function unreadable(
  targets: readonly WaitTarget[],
  ends: readonly (End | undefined)[],
  status: ExitStatus,
): CliError | undefined {
  const lost = targets.flatMap((target, index) => {
    const end = ends[index];
    return end?.outcome === 'error' ? [{ target, failure: failureOf(end.error) }] : [];
  });
  const [first] = lost;
  if (!first) return undefined;
  const messages = lost.map(
    ({ target, failure }) => `cannot read ${target.kind} ${idOf(target)}: ${failure.message}`,
  );
  const { hint, next, requestId, status: answered } = first.failure;
  return new CliError(messages.join('\n'), status, codeOf(lost), {
    ...{ hint, next, requestId, status: answered },
    retryable: lost.every(({ failure }) => failure.retryable),
  });
}

/** The code that they share, or `several`. */
function codeOf(lost: readonly { failure: Failure }[]): string {
  const [code = 'fault', ...others] = new Set(lost.map(({ failure }) => failure.code));
  return others.length > 0 ? 'several' : code;
}
