import type { Modality } from '../../contract/index.ts';

/** How far the analysis of a file is. */
export interface Progress {
  /** What is being done now, in words. */
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** What is followed: a modality, or the search for shots. */
export type Stage = Modality | 'shots';

/** Of this many parts, `done` are done. */
const TOTAL = 100;

/** Follows several modalities that run at once. */
export interface Stages {
  begin(stage: Stage): void;
  /** A part of a stage is done. */
  report(stage: Stage, done: number, total: number): void;
  end(stage: Stage): void;
}

/**
 * Makes one progress out of that of all stages, each counting the same.
 * @param tell is called when the stage changes or another hundredth is done
 */
export function followStages(all: readonly Stage[], tell: (progress: Progress) => void): Stages {
  const shares = new Map<Stage, number>(all.map((stage) => [stage, 0]));
  const running = new Set<Stage>();
  let last = '';
  const say = () => {
    const sum = [...shares.values()].reduce((total, share) => total + share, 0);
    const stage = [...running].map(stageInWords).join(', ');
    // While a stage still runs it is not all done: its last report comes before its end.
    const done = Math.min(TOTAL - 1, Math.floor((TOTAL * sum) / Math.max(1, shares.size)));
    const progress = { stage, done, total: TOTAL };
    const now = JSON.stringify(progress);
    if (running.size > 0 && now !== last) tell(progress);
    last = now;
  };
  return {
    begin: (stage) => {
      running.add(stage);
      say();
    },
    report: (stage, done, total) => {
      shares.set(stage, total > 0 ? Math.min(1, done / total) : 0);
      say();
    },
    end: (stage) => {
      shares.set(stage, 1);
      running.delete(stage);
      say();
    },
  };
}

export function stageInWords(stage: Stage): string {
  return stage.replaceAll('_', ' ');
}
