import { fromJson, toJson } from '../../store/json.ts';
import type { ModalityLine } from '../../understanding/modality-lines.ts';
import type { Structure } from '../../understanding/structure/index.ts';

/** The stored result of a completed describe job. */
export interface DescribeResult {
  readonly lines: readonly ModalityLine[];
  /** The provider of each modality, in words. */
  readonly providers: Record<string, string>;
  readonly structure?: Structure;
}

/** The result as stored in its column, where a line's modality is called `sense` and the structure `outline`. */
interface StoredResult {
  readonly lines: readonly (Omit<ModalityLine, 'modality'> & { readonly sense: ModalityLine['modality'] })[];
  readonly providers: Record<string, string>;
  readonly outline?: Structure;
}

/** @returns the text for the column `perceived` */
export function storeResult({ lines, providers, structure }: DescribeResult): string {
  const stored: StoredResult = {
    lines: lines.map(({ modality, ...line }) => ({ sense: modality, ...line })),
    providers,
    ...(structure && { outline: structure }),
  };
  return toJson(stored);
}

/** @param text the column `perceived` of a completed job */
export function readResult(text: string): DescribeResult {
  const { lines, providers, outline } = fromJson<StoredResult>(text);
  return {
    lines: lines.map(({ sense, ...line }) => ({ modality: sense, ...line })),
    providers,
    ...(outline && { structure: outline }),
  };
}
