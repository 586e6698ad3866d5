import type { Modality } from '../../contract/index.ts';
import type { ModalityResult } from './port.ts';

/**
 * A result without what lies after the end of the media, where nobody can play it. Subtitles may claim any time.
 * @param seconds length of the media; null if it is not known
 */
export function insideMedia(
  made: ModalityResult<Modality>,
  seconds: number | null,
): ModalityResult<Modality> {
  if (seconds === null || seconds <= 0 || made.lines.every(({ end }) => end <= seconds)) return made;
  const lines = made.lines
    .filter(({ start }) => start < seconds)
    .map((line) => ({ ...line, end: Math.min(line.end, seconds) }));
  const after = made.lines.length - lines.length;
  const left = after === 1 ? '1 line starts' : `${after} lines start`;
  const note = `${left} after the end of the media, at ${seconds} seconds; ${after === 1 ? 'it is' : 'they are'} left out.`;
  return {
    ...made,
    lines: lines as typeof made.lines,
    notes: after > 0 ? [...made.notes, note] : made.notes,
  };
}
