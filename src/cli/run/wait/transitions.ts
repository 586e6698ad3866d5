/** Prints each state change of a wait as a row. */
import { idOf, type Seen, type WaitTarget } from '../../../client/wait/kinds.ts';
import type { End } from '../../../client/wait/several.ts';
import { failureOf } from '../../errors/errors.ts';
import type { Session } from '../../model/session.ts';
import { show } from '../../output/show.ts';

/** One row of `-o ndjson`. */
export interface Transition {
  /** Unix milliseconds of the poll. */
  readonly seen_at: number;
  readonly kind: string;
  /** In the form that vau wait takes. */
  readonly id: string;
  /** The state that the service returned; null if it never responded. */
  readonly status: string | null;
  /** How the wait ended; null while it continues. */
  readonly outcome: End['outcome'] | null;
  readonly progress?: string;
  /** Why it failed, or why it cannot be read. */
  readonly reason?: string;
  /** The API object, unchanged, once the wait has ended. */
  readonly resource?: unknown;
}

/** True when the output is a stream of state changes. */
export const streams = ({ output }: Session): boolean => output === 'ndjson';

/** Prints a state change. */
export const showChange = (session: Session, target: WaitTarget, seen: Seen): Promise<void> =>
  print(session, target, seen, null);

/** Prints how the wait ended. */
export const showEnd = (session: Session, target: WaitTarget, end: End): Promise<void> =>
  print(
    session,
    target,
    end.seen,
    end.outcome,
    end.outcome === 'error' ? failureOf(end.error).message : undefined,
  );

function print(
  session: Session,
  target: WaitTarget,
  seen: Seen | undefined,
  outcome: Transition['outcome'],
  fault?: string,
): Promise<void> {
  const { progress, reason = fault } = seen ?? {};
  const value: Transition = {
    seen_at: Date.now(),
    kind: target.kind,
    id: idOf(target),
    status: seen?.status ?? null,
    outcome,
    ...(progress === undefined ? {} : { progress }),
    ...(reason === undefined ? {} : { reason }),
    ...(outcome !== null && seen ? { resource: seen.resource } : {}),
  };
  return show(session, { value });
}
