/** Waiting, as a person and a script see it. */
import type { Client } from '../../client/client.ts';
import { type Outcome, type WaitOptions, waitUntilDone } from '../../client/wait/engine.ts';
import { look, type Seen, seenIn, type WaitTarget, waitKinds } from '../../client/wait/kinds.ts';
import { CliError, isInterruption } from '../errors.ts';
import { type ExitStatus, exit } from '../exit.ts';
import type { Session } from '../session.ts';

/** Longest wait, and the pause before the second look, in seconds. */
export type Patience = Pick<WaitOptions, 'timeout' | 'interval'>;

/**
 * Waits for one thing, with progress on standard error.
 * @param answer what an earlier request said of it, where there was one: it saves the first look
 * @returns the resource as it was last seen, and the exit status that tells how it ended
 * @throws CliError (exit 130) when it is interrupted, naming the command that shows how it stands
 */
export async function waitFor(
  session: Session,
  target: WaitTarget,
  patience: Patience,
  answer?: unknown,
): Promise<{ value: unknown; status: ExitStatus }> {
  const client = await session.client();
  const progress = session.progress(`Waiting for the ${nounOf(target)}`);
  let stood = '';
  try {
    const outcome = await waitUntilDone(lookAt(client, target, answer), {
      ...patience,
      signal: session.signal,
      onChange: (seen) => {
        // How it ended is said once, at the end.
        if (seen.standing !== 'working' && seen.standing !== 'unknown') return;
        stood = standing(target, seen);
        progress.update(stood);
      },
      onFault: (error) => progress.update(`${stood || 'Waiting'} (${error.message}; trying again)`),
    });
    progress.stop(verdict(target, outcome, patience.timeout));
    return { value: outcome.seen?.resource ?? answer, status: statuses[outcome.outcome] };
  } catch (error) {
    progress.stop();
    throw isInterruption(error) ? interrupted(target) : error;
  }
}

function lookAt(client: Client, target: WaitTarget, answer: unknown): (signal: AbortSignal) => Promise<Seen> {
  let first = true;
  return async (signal) => {
    const seen = first && answer !== undefined ? seenIn(answer, target) : undefined;
    first = false;
    return seen && seen.standing !== 'unknown' && seen.standing !== 'working'
      ? seen
      : look(client, target, signal);
  };
}

const statuses: Readonly<Record<Outcome['outcome'], ExitStatus>> = {
  completed: exit.done,
  failed: exit.jobFailed,
  cancelled: exit.jobCancelled,
  timed_out: exit.timedOut,
};

const nounOf = ({ kind }: WaitTarget): string => waitKinds[kind].noun;

function standing(target: WaitTarget, { status, progress, standing: state }: Seen): string {
  const far = progress ? `, ${progress}` : '';
  const odd = state === 'unknown' ? ' (a state this version does not know: still waiting)' : '';
  return `The ${nounOf(target)} is ${status}${far}${odd}`;
}

function verdict(target: WaitTarget, { outcome, seen }: Outcome, timeout: number): string {
  const noun = nounOf(target);
  if (outcome === 'timed_out')
    return `Gave up waiting after ${timeout} s: the ${noun} is ${seen?.status ?? 'not heard of'}. See how it stands: ${resume(target)}`;
  const why = seen.reason ? `: ${seen.reason}` : '';
  const far = seen.progress ? ` (${seen.progress})` : '';
  if (outcome === 'failed') return `The ${noun} failed${far}${why}`;
  if (outcome === 'cancelled') return `The ${noun} was cancelled`;
  return seen.status === 'not_applicable'
    ? `The ${noun} is not applicable${why}`
    : `The ${noun} is done${far}`;
}

function interrupted(target: WaitTarget): CliError {
  return new CliError('Interrupted while waiting; the work itself goes on', exit.interrupted, 'interrupted', {
    next: resume(target),
  });
}

/** The command that shows how it stands. */
function resume({ kind, params, member }: WaitTarget): string {
  return `vau wait ${kind} ${[...Object.values(params), ...(member ? [member] : [])].join('/')}`;
}
