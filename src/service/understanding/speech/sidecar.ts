import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { ModalityProvider, ModalityResult } from '../port.ts';
import { decodeSubtitles, MAX_SUBTITLE_BYTES, parseSubtitles } from './decode.ts';

/** Raised when the way subtitles are read changes, so that stored results are made anew. */
export const READER = 1;

/** Speech as the uploaded SRT or WebVTT file has it. */
export const sidecarSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan({ sidecarPath }) {
    if (sidecarPath === undefined) return undefined;
    if ((await stat(sidecarPath)).size > MAX_SUBTITLE_BYTES) {
      throw new Error(`The subtitle file is larger than the ${MAX_SUBTITLE_BYTES} bytes that are read.`);
    }
    const bytes = await readFile(sidecarPath);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return {
      provider: 'sidecar',
      settings: { reader: READER, sha256 },
      run: async () => fromSubtitles(decodeSubtitles(bytes), 'subtitle file'),
    };
  },
};

/** Lines of a subtitle text. Throws when it has cues and none of them can be read. */
export function fromSubtitles(text: string, what: string): ModalityResult<'speech'> {
  const { lines, skipped } = parseSubtitles(text);
  if (lines.length === 0 && (skipped > 0 || !text.includes('-->'))) {
    throw new Error(`The ${what} has no cue that can be read; SRT and WebVTT are.`);
  }
  const notes = skipped > 0 ? [`${skipped} cues of the ${what} could not be read and were left out.`] : [];
  return { lines, notes };
}
