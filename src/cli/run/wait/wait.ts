/** Waiting, as a person and a script see it. */
import type { Client } from '../../../client/client.ts';
import type { Look, WaitOptions } from '../../../client/wait/engine.ts';
import { look, seenIn, type WaitTarget } from '../../../client/wait/kinds.ts';
import { type End, hasEnded, waitForSeveral } from '../../../client/wait/several.ts';
import { CliError, isInterruption } from '../../errors/errors.ts';
import { type ExitStatus, exit } from '../../errors/exit.ts';
import type { Session } from '../../model/session.ts';
import { statusOf, unreadable, worst } from './outcome.ts';
import { startTelling } from './progress.ts';
import { showChange, showEnd, streams } from './transitions.ts';
import { resume } from './words.ts';

/** Longest wait, and the pause before the second look, in seconds. */
export type Patience = Pick<WaitOptions, 'timeout' | 'interval'>;

/** How a wait ended. */
export interface Waited {
  /** The resource as it was last seen. */
  readonly value: unknown;
  readonly status: ExitStatus;
  /** True when it is on standard output already: its changes were printed as they came. */
  readonly shown: boolean;
  /** Those that failed, as they were last seen. */
  readonly failed: readonly { readonly target: WaitTarget; readonly resource: unknown }[];
  /** What could not be looked at, when the rest could: to be told after the result. */
  readonly error?: CliError | undefined;
}

/** What is waited for, together or for the first of them. */
interface Watch {
  readonly targets: readonly WaitTarget[];
  readonly patience: Patience;
  readonly until: 'all' | 'any';
  /** What an earlier request said, where there was one: the first look. */
  readonly answer?: unknown;
}

/**
 * Waits for one thing, with progress on standard error.
 * @param answer what an earlier request said of it, where there was one: it saves the first look
 * @returns the resource as it was last seen, and the exit status that tells how it ended
 * @throws CliError (exit 130) when it is interrupted, naming the command that goes on waiting
 */
export async function waitFor(
  session: Session,
  target: WaitTarget,
  patience: Patience,
  answer?: unknown,
): Promise<Waited> {
  const [end] = await watch(session, { targets: [target], patience, until: 'all', answer });
  if (end?.outcome === 'error') throw end.error;
  return {
    value: end?.seen?.resource ?? answer,
    status: statusOf(end),
    shown: streams(session),
    failed: failedOf([target], [end]),
  };
}

/**
 * Waits for several things at once, each at its own pace.
 * @param until `all`: until each has ended; `any`: until one has
 * @returns every resource that was seen, in the order of the targets, or the one that ended first; the worst decides
 * the exit status
 * @throws CliError when none could be looked at, or it is interrupted
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
  // The one that ended decides; of the others it is enough to know.
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
  const told = startTelling(session, targets, patience.timeout);
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
          // How it ended is said once, at the end.
          if (seen.standing !== 'working' && seen.standing !== 'unknown') return;
          told.changed(index, seen);
          print(index, (target) => showChange(session, target, seen));
        },
        onFault: (_, error) => told.fault(error),
        onEnd(index, end) {
          told.ended(index, end);
          // The error of a single one is the command's.
          if (end.outcome !== 'error' || targets.length > 1)
            print(index, (target) => showEnd(session, target, end));
        },
      },
    );
    await printed;
    told.close(resumeLate(session, wanted, ends));
    return ends;
  } catch (error) {
    told.close();
    if (!isInterruption(error)) throw error;
    const left = until === 'any' ? targets : targets.filter((_, index) => !told.has(index));
    throw interrupted(resume(left, until, session.flags));
  }
}

/** The command that goes on waiting for those whose time ran out; with `any`, when it ran out for the first. */
function resumeLate(
  { flags }: Session,
  { targets, until }: Watch,
  ends: readonly (End | undefined)[],
): string | undefined {
  const late = targets.filter((_, index) => ends[index]?.outcome === 'timed_out');
  const left = until === 'any' && late.length > 0 ? targets : late;
  return left.length > 0 ? `Go on waiting: ${resume(left, until, flags)}` : undefined;
}

/** What an earlier request said is the first look, when it says anything. */
function lookAt(client: Client, target: WaitTarget, answer: unknown): Look {
  let first = answer !== undefined;
  return async (signal) => {
    const said = first ? seenIn(answer, target) : undefined;
    first = false;
    return said && said.standing !== 'unknown' ? said : look(client, target, signal);
  };
}

const interrupted = (next: string): CliError =>
  new CliError('Interrupted while waiting; the work itself goes on', exit.interrupted, 'interrupted', {
    next,
  });
