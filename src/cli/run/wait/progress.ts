/** Shows the progress of a wait on standard error. */
import { idOf, type Seen, type WaitTarget } from '../../../client/wait/kinds.ts';
import type { End } from '../../../client/wait/several.ts';
import type { Session } from '../../model/session.ts';
import { nounOf, standing, summary, verdict } from './state-text.ts';

export interface WaitProgress {
  changed(index: number, seen: Seen): void;
  /** A poll failed and will be retried. */
  fault(error: Error): void;
  ended(index: number, end: End): void;
  /** True when that one has finished. */
  has(index: number): boolean;
  /** Shows how each one ended, then `last`. */
  close(last?: string): void;
}

/**
 * Starts the progress: one resource by its state, several by counts per state. @param timeout timeout in
 * seconds, as given
 */
export function startWaitProgress(
  session: Session,
  targets: readonly WaitTarget[],
  timeout: number,
): WaitProgress {
  const single = targets.length === 1;
  // Of many, only those that did not complete are named.
  const many = targets.length > 10;
  const names = targets.map((target) =>
    single ? `The ${nounOf(target)}` : `${target.kind} ${idOf(target)}`,
  );
  const first = targets[0] ? nounOf(targets[0]) : '';
  const progress = session.progress(
    single ? `Waiting for the ${first}` : `Waiting for ${targets.length} resources of kind ${first}`,
  );
  const states = new Map(targets.map((_, index) => [index, 'not polled yet']));
  const verdicts: string[] = [];
  const done = new Map<string, number>();
  let text = 'Waiting';
  const say = (now: string) => {
    text = now;
    progress.update(text);
  };
  let tenths = -1;
  const sayAll = () => {
    const ended = targets.length - states.size;
    const now = Math.floor((ended * 10) / targets.length);
    // For many resources, a log gets a line per tenth, a spinner every change.
    if (many && !session.io.terminal.err && now === tenths) return;
    tenths = now;
    say(summary(targets.length, ended, states.values()));
  };
  return {
    changed(index, seen) {
      states.set(index, seen.status);
      if (single) say(standing(names[index] ?? '', seen));
      else sayAll();
    },
    fault: (error) => progress.update(`${text} (${error.message}; retrying)`),
    ended(index, end) {
      states.delete(index);
      // The command reports a resource that cannot be read.
      if (single && end.outcome === 'error') return;
      if (end.outcome !== 'error' && (!many || end.outcome !== 'completed'))
        verdicts.push(verdict(names[index] ?? '', end, timeout));
      done.set(end.outcome, (done.get(end.outcome) ?? 0) + 1);
      if (!single) sayAll();
    },
    has: (index) => !states.has(index),
    close(last) {
      const counts = [...done].map(([outcome, count]) => `${count} ${outcome.replace('_', ' ')}`).join(', ');
      const closing = [...verdicts, ...(many && counts ? [counts] : []), ...(last ? [last] : [])];
      progress.stop(closing.join('\n') || undefined);
    },
  };
}
