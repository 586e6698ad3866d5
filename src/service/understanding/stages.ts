import type { Modality } from '../../contract/index.ts';

/** Progress of the analysis of a file. */
export interface Progress {
  /** The current step, in words. */
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** A stage: a modality, or the detection of shots. */
export type Stage = Modality | 'shots';

/** Progress runs from 0 to this. */
const TOTAL = 100;

/** Combines the progress of modalities that run in parallel. */
export interface Stages {
  begin(stage: Stage): void;
  /** Reports progress within a stage. */
  report(stage: Stage, done: number, total: number): void;
  end(stage: Stage): void;
}

/**
 * Combines the progress of all stages, with equal weights.
 * @param onProgress called when the stage changes or progress reaches another hundredth
 */
export function followStages(all: readonly Stage[], onProgress: (progress: Progress) => void): Stages {
  const shares = new Map<Stage, number>(all.map((stage) => [stage, 0]));
  const running = new Set<Stage>();
  let last = '';
  const say = () => {
    const sum = [...shares.values()].reduce((total, share) => total + share, 0);
    const stage = [...running].map(stageInWords).join(', ');
    // A running stage is not done: its last report comes before its end.
    const done = Math.min(TOTAL - 1, Math.floor((TOTAL * sum) / Math.max(1, shares.size)));
    const progress = { stage, done, total: TOTAL };
    const now = JSON.stringify(progress);
    if (running.size > 0 && now !== last) onProgress(progress);
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
