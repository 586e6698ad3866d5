import type {
  boundaryPolicies,
  Criterion,
  findingKinds,
  Modality,
  OneOf,
} from '../../../../contract/index.ts';

/** One line of a file that a moment can rest on. Seconds. */
export interface Evidence {
  /** Its number, unique in the file. Moments and findings name their evidence by it. */
  readonly index: number;
  readonly signal: Modality;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker?: string;
  /** How sure its provider is, from 0 to 1; undefined if it does not say. */
  readonly confidence?: number;
  /** ISO 639-1; undefined where it was not recognised. */
  readonly language?: string;
  /** Of length 1, made by the encoder in use; undefined where there is none. */
  readonly vector?: Float32Array;
}

/** Which speakers a moment may have. A name matches whatever its case. */
export interface SpeakerFilter {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** Whether one of `include` is enough (`any`, the default), or all of them must speak in the moment. */
  readonly match?: 'any' | 'all' | undefined;
}

/** One file and one rubric. Times and durations in seconds. */
export interface JudgeRequest {
  readonly criterion: Criterion;
  /** The signals that moments may rest on; other evidence is ignored. */
  readonly signals: readonly Modality[];
  readonly boundaryPolicy: OneOf<typeof boundaryPolicies>;
  readonly speakerFilter?: SpeakerFilter | undefined;
  readonly minDuration: number;
  readonly maxDuration: number;
  /** In order of time. */
  readonly evidence: readonly Evidence[];
  /** Shot cuts, ascending. */
  readonly cuts: readonly number[];
  /** Length of the file. */
  readonly duration: number;
  /** What was not heard, read or seen of it, as sentences. */
  readonly missing?: readonly string[] | undefined;
}

/** A time range that meets the rubric. It lies inside the file. */
export interface JudgedMoment {
  readonly start: number;
  readonly end: number;
  /** Short, in the words of its evidence, or of the model that judged. */
  readonly title: string;
  readonly reason: string;
  /** How likely it meets the rubric, from 0 to 1: 0.5 means as likely as not. The order of ranked lists. */
  readonly rank: number;
  /** The value of the rubric's scoring, from its min to its max; undefined where the rubric has no scoring. */
  readonly score?: number;
  /** Indices of its evidence, ascending; never empty. */
  readonly evidence: readonly number[];
  /** Those who speak in it, each once. */
  readonly speakers: readonly string[];
  /** Named times in the moment. An anchor that does not exist is left out. */
  readonly anchors?: Readonly<Record<string, number>>;
  /** Matches the rubric's moment_schema. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Something about the whole file: what was looked for and is absent, or an observation. */
export interface JudgedFinding {
  readonly kind: OneOf<typeof findingKinds>;
  /** One sentence for people. */
  readonly text: string;
  readonly evidence: readonly number[];
  /** Matches the rubric's finding_schema. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface Judgement {
  /** In order of time; none overlaps another. */
  readonly moments: readonly JudgedMoment[];
  readonly findings: readonly JudgedFinding[];
  /** What the reader should know about all of it: evidence in another language, what a rubric asks for in vain. */
  readonly notes: readonly string[];
}

/** Who judged: moments were ranked by cues and vectors, or a language model judged them. */
export type JudgedBy = 'ranking' | 'language_model';

/** Finds the moments of one file that meet a rubric. */
export interface Judge {
  /** Changes whenever the answers may change; part of a run's identity. */
  readonly version: string;
  readonly judgedBy: JudgedBy;
  /**
   * Rejects with a readable reason if it cannot judge the whole file, and soon after `signal` aborts. A criterion that
   * nothing meets gives no moments and an absence finding.
   */
  judge(request: JudgeRequest, signal: AbortSignal): Promise<Judgement>;
}
