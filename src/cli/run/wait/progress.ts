/** How a wait goes, on standard error. */
import { idOf, type Seen, type WaitTarget } from '../../../client/wait/kinds.ts';
import type { End } from '../../../client/wait/several.ts';
import type { Session } from '../../model/session.ts';
import { nounOf, standing, summary, verdict } from './words.ts';

export interface Telling {
  changed(index: number, seen: Seen): void;
  /** A look failed and will be repeated. */
  fault(error: Error): void;
  ended(index: number, end: End): void;
  /** True when that one has ended. */
  has(index: number): boolean;
  /** Says how each ended, and then this. */
  close(last?: string): void;
}

/**
 * Begins to tell: one thing by its state, several by how many there are in each.
 * @param timeout longest wait, in seconds, as it was asked for
 */
export function startTelling(session: Session, targets: readonly WaitTarget[], timeout: number): Telling {
  const single = targets.length === 1;
  // Of many, only those are named that did not end well.
  const many = targets.length > 10;
  const names = targets.map((target) =>
    single ? `The ${nounOf(target)}` : `${target.kind} ${idOf(target)}`,
  );
  const first = targets[0] ? nounOf(targets[0]) : '';
  const progress = session.progress(
    single ? `Waiting for the ${first}` : `Waiting for ${targets.length} of these: ${first}`,
  );
  const states = new Map(targets.map((_, index) => [index, 'not seen yet']));
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
    // Lines of a log come every tenth of many, a spinner follows every step.
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
    fault: (error) => progress.update(`${text} (${error.message}; trying again)`),
    ended(index, end) {
      states.delete(index);
      // What cannot be looked at is the command's error.
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
