import type { Modality } from '../../../contract/index.ts';
import type { HeldGap } from './held-gaps.ts';
import type { SpeechLine } from './lines.ts';
import type { LineOf, MadeBy } from './port.ts';
import type { SeenShot } from './visual-pass/types.ts';

/** The shots of a file, or why they are unknown. A file without video has none. */
export interface ShotsReport {
  readonly shots: readonly SeenShot[];
  readonly reason?: string;
}

/** The outcome of one modality. */
export interface ModalityReport {
  modality: Modality;
  /** Undefined if it failed. */
  madeBy?: MadeBy;
  /** Notes about what could not be analysed. */
  notes: string[];
  /** Why it failed. */
  reason?: string;
  /** What was not perceived, as the provider says it: see ModalityResult. */
  gaps?: readonly HeldGap[];
  /** Why the earlier result is kept, where it was to be made again. */
  kept?: string;
}

/** The result of an analysis. A modality that was not requested, or failed, has no lines. */
export interface ModalitiesResult {
  lines: { [S in Modality]: LineOf[S][] };
  reports: ModalityReport[];
  /** Recognised speech that is not to be trusted; see ModalityResult. */
  doubtful?: readonly SpeechLine[];
  /** The shots, if requested. */
  shots?: ShotsReport;
}
