import type { Citation } from '../../../contract/index.ts';
import type { LineEvidence } from '../../search/results/evidence.ts';

/** Seconds around a citation that its context shows. */
export const CONTEXT_SECONDS = 10;
const CONTEXT_CHARACTERS = 600;

/** A passage of a file that an answer cites. */
export interface Cited {
  /** Words of the lines. */
  readonly text: string;
  /** The lines with these words, in order. */
  readonly lines: readonly [LineEvidence, ...LineEvidence[]];
  /** The lines around them. */
  readonly around: readonly LineEvidence[];
}

/** A citation as the API shows it. */
export function citationOf({ text, lines, around }: Cited): Citation {
  const [first] = lines;
  const { collection_id, file_id, filename, segment_id, modality } = first;
  const context = around.filter((line) => line.modality === modality).map((line) => line.text);
  return {
    collection_id,
    file_id,
    filename,
    ...(segment_id !== undefined && { segment_id }),
    start_time: first.time,
    end_time: Math.max(...lines.map(({ end }) => end)),
    text,
    context: context.join(' ').slice(0, CONTEXT_CHARACTERS),
    relevant_sources: lines.map((line) => ({ text: line.text })),
    [modality]: lines.map(({ text: own, time, end, speaker, confidence }) => ({
      text: own,
      start_time: time,
      end_time: end,
      ...(confidence !== undefined && { confidence }),
      ...(modality === 'speech' && speaker !== undefined && { speaker }),
    })),
  };
}
