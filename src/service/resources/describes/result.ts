import type { Digest } from '../../understanding/digest/index.ts';
import type { ModalityLine } from '../../understanding/modality-lines.ts';
import type { Structure } from '../../understanding/structure/index.ts';

/** The stored result of a completed describe job, as JSON in the column `result`. */
export interface DescribeResult {
  readonly lines: readonly ModalityLine[];
  /** Recognised speech that is not to be trusted. */
  readonly doubtful?: readonly ModalityLine[];
  /** The provider of each modality, in words. */
  readonly providers: Record<string, string>;
  readonly structure?: Structure;
  /** Results of earlier versions have none. */
  readonly digest?: Digest;
}
