/** Texts about the progress of a wait. */
import type { Outcome } from '../../../client/wait/engine.ts';
import { idOf, type Seen, type WaitTarget, waitKinds } from '../../../client/wait/kinds.ts';
import type { CommonFlags } from '../../model/session.ts';
import { shellWord } from '../../terminal/shell-word.ts';

/** `share`, `collection file`. */
export const nounOf = ({ kind }: WaitTarget): string => waitKinds[kind].noun;

/** One resource in its state: `The share is processing`. */
export function standing(name: string, { status, progress, standing: state }: Seen): string {
  const far = progress ? `, ${progress}` : '';
  const odd = state === 'unknown' ? ' (unknown state: still waiting)' : '';
  return `${name} is ${status}${far}${odd}`;
}

/** Several resources: `2 of 5 have finished; 3 processing`. */
export function summary(total: number, ended: number, states: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  const left = [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
  return `${ended} of ${total} have finished${left ? `; ${left}` : ''}`;
}

/** How one wait ended. */
export function verdict(name: string, end: Outcome, timeout: number): string {
  if (end.outcome === 'timed_out') return late(name, end.seen, timeout);
  return ending(name, end);
}

const late = (name: string, seen: Seen | undefined, timeout: number): string =>
  timeout === 0
    ? `${name} has not finished: it is ${seen?.status ?? 'in an unknown state'}`
    : `Timeout after ${timeout} s: ${name.charAt(0).toLowerCase()}${name.slice(1)} is ${seen?.status ?? 'in an unknown state'}`;

function ending(name: string, { outcome, seen }: Exclude<Outcome, { outcome: 'timed_out' }>): string {
  const why = seen.reason ? `: ${seen.reason}` : '';
  const far = seen.progress ? ` (${seen.progress})` : '';
  if (outcome === 'failed') return `${name} failed${far}${why}`;
  if (outcome === 'cancelled') return `${name} was cancelled`;
  if (outcome === 'unknown')
    return `${name} is ${seen.status}: this version does not know that state and does not count it as success`;
  return seen.status === 'not_applicable' ? `${name} is not applicable${why}` : `${name} is done${far}`;
}

/** The command that resumes the wait, for the same service. It repeats a token file, but not standard input. */
export function resume(
  targets: readonly WaitTarget[],
  until: 'all' | 'any',
  { profile, baseUrl, tokenFile, caFile }: CommonFlags,
): string {
  const named = {
    profile,
    'base-url': baseUrl,
    'token-file': tokenFile === '-' ? undefined : tokenFile,
    'ca-file': caFile,
  };
  const flags = Object.entries(named).flatMap(([name, value]) =>
    value ? [`--${name} ${shellWord(value)}`] : [],
  );
  const kind = targets[0]?.kind ?? '';
  const any = until === 'any' && targets.length > 1 ? ['--any'] : [];
  return ['vau wait', kind, ...targets.map(idOf), ...any, ...flags].join(' ');
}
