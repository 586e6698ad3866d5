import type { Modality } from '../../contract/index.ts';
import type { LineOf, MadeBy } from './port.ts';
import type { SeenShot } from './visual-pass/types.ts';

/** The shots of a file, or why they are not known. A file without a film has none. */
export interface ShotsReport {
  readonly shots: readonly SeenShot[];
  readonly reason?: string;
}

/** How one modality went. */
export interface ModalityReport {
  modality: Modality;
  /** Undefined when it failed. */
  madeBy?: MadeBy;
  /** Sentences about what could not be perceived. */
  notes: string[];
  /** Why it failed. */
  reason?: string;
}

/** What was perceived. A modality that was not asked for, or failed, has no lines. */
export interface ModalitiesResult {
  lines: { [S in Modality]: LineOf[S][] };
  reports: ModalityReport[];
  /** The shots, where they were asked for. */
  shots?: ShotsReport;
}
