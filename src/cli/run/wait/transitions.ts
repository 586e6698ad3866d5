/** The changes of what is waited for, a row for each, as they happen. */
import { idOf, type Seen, type WaitTarget } from '../../../client/wait/kinds.ts';
import type { End } from '../../../client/wait/several.ts';
import { failureOf } from '../../errors/errors.ts';
import type { Session } from '../../model/session.ts';
import { show } from '../../output/show.ts';

/** One row of `-o ndjson`. */
export interface Transition {
  /** Unix milliseconds at which it was seen. */
  readonly seen_at: number;
  readonly kind: string;
  /** As vau wait takes it. */
  readonly id: string;
  /** The state as the service writes it; null when it was never heard of. */
  readonly status: string | null;
  /** How the wait for it ended; null while it goes on. */
  readonly outcome: End['outcome'] | null;
  readonly progress?: string;
  /** Why it failed, or why it cannot be looked at. */
  readonly reason?: string;
  /** The service's object, unchanged; when it has ended. */
  readonly resource?: unknown;
}

/** True when the result is the stream of changes. */
export const streams = ({ output }: Session): boolean => output === 'ndjson';

/** Prints that it has changed. */
export const showChange = (session: Session, target: WaitTarget, seen: Seen): Promise<void> =>
  print(session, target, seen, null);

/** Prints how it ended. */
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
