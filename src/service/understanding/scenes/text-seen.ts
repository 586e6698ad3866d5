import { within } from '../../text/within.ts';
import type { ModalityLine } from '../modality-lines.ts';
import { isObjectLine } from '../objects/index.ts';

/** Adds the on-screen text of each scene, in quotes. It is added when a scene is shown, not stored with it. */
export function withTextSeen(lines: readonly ModalityLine[]): ModalityLine[] {
  const texts = lines.filter(({ modality }) => modality === 'scene_text');
  return lines.map((line) => {
    if (line.modality !== 'visual_scene_description' || isObjectLine(line)) return line;
    const seen = new Set(texts.filter((text) => within(text, line)).map(({ text }) => `“${text}”`));
    return seen.size > 0 ? { ...line, text: `${line.text} On screen: ${[...seen].join(', ')}.` } : line;
  });
}
