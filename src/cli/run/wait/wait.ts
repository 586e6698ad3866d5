/** Waits for jobs, with progress and exit status. */
import type { Client } from '../../../client/client.ts';
import type { Look, WaitOptions } from '../../../client/wait/engine.ts';
import { idOf, look, type Seen, seenIn, type WaitTarget } from '../../../client/wait/kinds.ts';
import { type End, hasEnded, waitForSeveral } from '../../../client/wait/several.ts';
import { CliError, type Failure, failureOf, isInterruption } from '../../errors/errors.ts';
import { type ExitStatus, exit } from '../../errors/exit.ts';
import type { Session } from '../../model/session.ts';
import { show } from '../../output/show.ts';
import { startWaitProgress } from './progress.ts';
import { resume } from './state-text.ts';

// Prints each state change of a wait as a row.

/** One row of `-o ndjson`. */
interface Transition {
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
const streams = ({ output }: Session): boolean => output === 'ndjson';

/** Prints a state change. */
const showChange = (session: Session, target: WaitTarget, seen: Seen): Promise<void> =>
  print(session, target, seen, null);

/** Prints how the wait ended. */
const showEnd = (session: Session, target: WaitTarget, end: End): Promise<void> =>
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

// Turns the ends of waits into an exit status, and into an error for resources that could not be read.

const statuses: Readonly<Record<Exclude<End['outcome'], 'error'>, ExitStatus>> = {
  completed: exit.done,
  failed: exit.jobFailed,
  cancelled: exit.jobCancelled,
  unknown: exit.service,
  timed_out: exit.timedOut,
};

/** The exit status of one end; a wait that was dropped because another ended counts as a timeout. */
const statusOf = (end: End | undefined): ExitStatus => {
  if (!end) return exit.timedOut;
  return end.outcome === 'error' ? failureOf(end.error).exitStatus : statuses[end.outcome];
};

/** The worst result decides: failure, then cancellation, then another error, then timeout. */
function worst(all: readonly ExitStatus[]): ExitStatus {
  const first = [exit.jobFailed, exit.jobCancelled].find((status) => all.includes(status));
  const fault = all.find((status) => status !== exit.done && status !== exit.timedOut);
  return first ?? fault ?? (all.includes(exit.timedOut) ? exit.timedOut : exit.done);
}

/**
 * The error for resources that could not be read; undefined if all could. @param status exit status of the
 * whole
 */
function unreadable(
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
    hint,
    next,
    requestId,
    status: answered,
    retryable: lost.every(({ failure }) => failure.retryable),
  });
}

/** The code that they share, or `several`. */
function codeOf(lost: readonly { failure: Failure }[]): string {
  const [code = 'fault', ...others] = new Set(lost.map(({ failure }) => failure.code));
  return others.length > 0 ? 'several' : code;
}

/** Timeout and first poll interval, in seconds. */
export type Patience = Pick<WaitOptions, 'timeout' | 'interval'>;

/** The result of a wait. */
export interface Waited {
  /** The resource in its last state. */
  readonly value: unknown;
  readonly status: ExitStatus;
  /** True when its changes are already on standard output. */
  readonly shown: boolean;
  /** Failed resources, in their last state. */
  readonly failed: readonly { readonly target: WaitTarget; readonly resource: unknown }[];
  /** Resources that could not be read while others could: to report after the result. */
  readonly error?: CliError | undefined;
}

/** What to wait for: all targets, or the first one. */
interface Watch {
  readonly targets: readonly WaitTarget[];
  readonly patience: Patience;
  readonly until: 'all' | 'any';
  /** The response of an earlier request, if any; it replaces the first poll. */
  readonly answer?: unknown;
  /** Is called with each state that was polled. */
  readonly onSeen?: (seen: Seen) => void;
}

/**
 * Waits for one resource, with progress on standard error. @param answer response of an earlier request, if
 * any; it replaces the first poll @returns the resource in its last state, and the exit status @throws
 * WaitInterrupted (exit 130) on interruption, with the command that resumes the wait
 */
export async function waitFor(
  session: Session,
  target: WaitTarget,
  patience: Patience,
  answer?: unknown,
): Promise<Waited> {
  let last = answer;
  const onSeen = ({ resource }: Seen) => {
    last = resource;
  };
  const [end] = await watch(session, { targets: [target], patience, until: 'all', answer, onSeen }).catch(
    (error: unknown) => {
      throw error instanceof WaitInterrupted ? new WaitInterrupted(error.failure.next ?? '', last) : error;
    },
  );
  if (end?.outcome === 'error') throw end.error;
  return {
    value: end?.seen?.resource ?? answer,
    status: statusOf(end),
    shown: streams(session),
    failed: failedOf([target], [end]),
  };
}

/**
 * Waits for several resources at once, each with its own poll interval. @param until `all`: until each has
 * finished; `any`: until one has @returns all resources in the order of the targets, or the one that finished
 * first; the worst result decides the exit status @throws CliError when none could be read, or on
 * interruption
 */
export async function waitForMany(
  session: Session,
  targets: readonly WaitTarget[],
  patience: Patience,
  until: 'all' | 'any',
): Promise<Waited> {
  const ends = await watch(session, { targets, patience, until });
  const first = ends.find(hasEnded) ?? ends.find((end) => end?.outcome === 'error') ?? ends.find(Boolean);
  const counted = until === 'any' ? [first] : ends;
  const status = worst(counted.map(statusOf));
  const error = unreadable(targets, ends, status);
  const resources = counted.flatMap((end) => (end?.seen ? [end.seen.resource] : []));
  if (error && resources.length === 0) throw error;
  // The finished one decides; errors of the others are only noted.
  if (error && until === 'any') session.note(error.message);
  return {
    value: until === 'any' ? resources[0] : resources,
    status,
    shown: streams(session),
    failed: failedOf(targets, ends),
    error: until === 'any' ? undefined : error,
  };
}

const failedOf = (targets: readonly WaitTarget[], ends: readonly (End | undefined)[]): Waited['failed'] =>
  targets.flatMap((target, index) => {
    const end = ends[index];
    return end?.outcome === 'failed' ? [{ target, resource: end.seen.resource }] : [];
  });

async function watch(session: Session, wanted: Watch): Promise<(End | undefined)[]> {
  const { targets, patience, until, answer } = wanted;
  const client = await session.client();
  const shown = startWaitProgress(session, targets, patience.timeout);
  let printed = Promise.resolve();
  const print = (index: number, row: (target: WaitTarget) => Promise<void>) => {
    const target = targets[index];
    if (target && streams(session)) printed = printed.then(() => row(target));
  };
  try {
    const ends = await waitForSeveral(
      targets.map((target) => lookAt(client, target, answer)),
      {
        ...patience,
        until,
        signal: session.signal,
        onChange(index, seen) {
          wanted.onSeen?.(seen);
          // The final state is shown once, at the end.
          if (seen.standing !== 'working' && seen.standing !== 'unknown') return;
          shown.changed(index, seen);
          print(index, (target) => showChange(session, target, seen));
        },
        onFault: (_, error) => shown.fault(error),
        onEnd(index, end) {
          shown.ended(index, end);
          // The command reports the error of a single target.
          if (end.outcome !== 'error' || targets.length > 1)
            print(index, (target) => showEnd(session, target, end));
        },
      },
    );
    await printed;
    shown.close(resumeLate(session, wanted, ends));
    await notify(session, targets, ends);
    return ends;
  } catch (error) {
    shown.close();
    if (!isInterruption(error)) throw error;
    const left = until === 'any' ? targets : targets.filter((_, index) => !shown.has(index));
    throw new WaitInterrupted(resume(left, until, session.flags));
  }
}

/** Rings, or shows a message by OSC 9, on a terminal whose user asked for it. The message holds words of vau alone. */
async function notify(
  { io, settings }: Session,
  targets: readonly WaitTarget[],
  ends: readonly (End | undefined)[],
): Promise<void> {
  const how = (await settings()).notify.value;
  if (!io.terminal.err || (how !== 'bell' && how !== 'desktop')) return;
  const outcomes = ends.flatMap((end) => (end ? [end.outcome.replace('_', ' ')] : []));
  const what = targets.length === 1 ? targets[0]?.kind : `${targets.length} jobs`;
  io.err(how === 'bell' ? '\u0007' : `\u001b]9;vau: ${what} ${[...new Set(outcomes)].join(', ')}\u0007`);
}

/** The command that resumes the wait for those that timed out; with `any`, for all targets. */
function resumeLate(
  { flags }: Session,
  { targets, until }: Watch,
  ends: readonly (End | undefined)[],
): string | undefined {
  const late = targets.filter((_, index) => ends[index]?.outcome === 'timed_out');
  const left = until === 'any' && late.length > 0 ? targets : late;
  return left.length > 0 ? `To keep waiting: ${resume(left, until, flags)}` : undefined;
}

/** Polls a target; the response of an earlier request replaces the first poll if it has a state. */
function lookAt(client: Client, target: WaitTarget, answer: unknown): Look {
  let first = answer !== undefined;
  return async (signal) => {
    const said = first ? seenIn(answer, target) : undefined;
    first = false;
    return said && said.standing !== 'unknown' ? said : look(client, target, signal);
  };
}

/** The wait was interrupted. */
export class WaitInterrupted extends CliError {
  /** The resource of a single wait as it was last seen; undefined if it never was. */
  readonly resource: unknown;

  constructor(next: string, resource?: unknown) {
    super('Interrupted while waiting; the job itself continues', exit.interrupted, 'interrupted', { next });
    this.resource = resource;
  }
}
