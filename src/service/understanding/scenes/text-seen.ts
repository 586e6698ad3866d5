import { within } from '../../text/within.ts';
import type { ModalityLine } from '../modality-lines.ts';

/**
 * Adds to each scene what is written in it, in quotes. It is put together when it is shown, not kept: what else is seen
 * of a scene (faces, once they are counted) goes the same way.
 */
export function withTextSeen(lines: readonly ModalityLine[]): ModalityLine[] {
  const texts = lines.filter(({ modality }) => modality === 'scene_text');
  return lines.map((line) => {
    if (line.modality !== 'visual_scene_description') return line;
    const seen = new Set(texts.filter((text) => within(text, line)).map(({ text }) => `“${text}”`));
    return seen.size > 0 ? { ...line, text: `${line.text} On screen: ${[...seen].join(', ')}.` } : line;
  });
}
