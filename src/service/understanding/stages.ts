import type { Sense } from './port.ts';

/** How far the perception of a file is. */
export interface Progress {
  /** What is being done now, in words. */
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** Of this many parts, `done` are done. */
const TOTAL = 100;

/** Follows several senses that run at once. */
export interface Stages {
  begin(sense: Sense): void;
  /** A part of a sense is done. */
  report(sense: Sense, done: number, total: number): void;
  end(sense: Sense): void;
}

/**
 * Makes one progress out of that of all senses, each counting the same.
 * @param tell is told when the stage changes or another hundredth is done
 */
export function followStages(senses: readonly Sense[], tell: (progress: Progress) => void): Stages {
  const shares = new Map<Sense, number>(senses.map((sense) => [sense, 0]));
  const running = new Set<Sense>();
  let last = '';
  const say = () => {
    const sum = [...shares.values()].reduce((total, share) => total + share, 0);
    const stage = [...running].map(senseInWords).join(', ');
    const progress = { stage, done: Math.floor((TOTAL * sum) / Math.max(1, shares.size)), total: TOTAL };
    const now = JSON.stringify(progress);
    if (running.size > 0 && now !== last) tell(progress);
    last = now;
  };
  return {
    begin: (sense) => {
      running.add(sense);
      say();
    },
    report: (sense, done, total) => {
      shares.set(sense, total > 0 ? Math.min(1, done / total) : 0);
      say();
    },
    end: (sense) => {
      shares.set(sense, 1);
      running.delete(sense);
      say();
    },
  };
}

export function senseInWords(sense: Sense): string {
  return sense.replaceAll('_', ' ');
}
