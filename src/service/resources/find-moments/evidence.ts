import type { Modality } from '../../../contract/index.ts';
import { messageOf } from '../../errors.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { expand, fromBytes } from '../../search/vectors/compact.ts';
import type { Passage } from '../../search/vectors/passages.ts';
import { recogniseLanguages } from '../../text/analyse/index.ts';
import type { ModalitiesResult } from '../../understanding/index.ts';
import type { SceneTextLine } from '../../understanding/modalities/lines.ts';
import { encoderFor, type TextEncoder } from '../../understanding/models/embeddings/index.ts';
import { sentencesOf } from '../../understanding/rules/chapters/sentences.ts';
import type { Evidence, Judge } from '../../understanding/rules/moments/port.ts';
import { placeOf, vectorsOfLines } from '../passages/vectors-of.ts';

/** A line before it has its number. */
type Line = Omit<Evidence, 'index'>;

type Context = Pick<JobContext, 'db' | 'config' | 'signal' | 'log'>;

/**
 * The lines of a file that a criterion is held against, numbered in order of time: spoken sentences, shown texts, described
 * scenes and sounds, as far as the signals ask for them.
 * @param judgedBy a language model reads the lines themselves and needs no vectors, which take long to compute
 */
export async function evidenceOf(
  ctx: Context,
  fileId: string,
  { lines }: ModalitiesResult,
  signals: readonly Modality[],
  judgedBy: Judge['judgedBy'],
): Promise<Evidence[]> {
  const all: Line[] = [
    ...sentencesOf(lines.speech).map(({ speaker, language, confidence, ...sentence }) => ({
      ...line('speech', sentence),
      ...(confidence !== undefined && { confidence }),
      ...(speaker !== undefined && { speaker }),
      ...(language !== undefined && { language }),
    })),
    ...lines.scene_text.map((shown) => ({ ...line('scene_text', shown), ...confidenceOf(shown) })),
    ...lines.visual_scene_description.map((scene) => line('visual_scene_description', scene)),
    ...lines.audio_description.map((sound) => line('audio_description', sound)),
  ];
  const wanted = all.filter(({ signal, text }) => signals.includes(signal) && text !== '');
  wanted.sort((one, other) => one.start - other.start || one.end - other.end);
  return completed(ctx, fileId, wanted, judgedBy === 'ranking' ? encoderFor(ctx.config) : undefined);
}

function line(signal: Modality, { start, end, text }: { start: number; end: number; text: string }): Line {
  return { signal, start, end, text: text.replace(/\s+/g, ' ').trim() };
}

function confidenceOf({ words }: SceneTextLine): { confidence?: number } {
  if (words.length === 0) return {};
  return { confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length / 100 };
}

/** The lines with their numbers, languages (as heard, or else by the text) and vectors. */
async function completed(
  ctx: Context,
  fileId: string,
  lines: readonly Line[],
  encoder: TextEncoder | undefined,
): Promise<Evidence[]> {
  const byText = await recogniseLanguages(lines.map(({ text }) => text));
  const languages = lines.map(({ language }, at) => language ?? byText[at]);
  const known = lines.filter(
    (_, at) => encoder?.language === undefined || languages[at] === encoder.language,
  );
  const vectors = await vectorsFor(ctx, encoder, fileId, known.map(passageOf));
  return lines.map((one, index) => {
    const [language, vector] = [languages[index], vectors.get(placeOf(passageOf(one)))];
    return { index, ...one, ...(language !== undefined && { language }), ...(vector && { vector }) };
  });
}

function passageOf({ signal: modality, start, end, text }: Line): Passage {
  return { modality, start, end, text };
}

/** Vectors by place. Those that the file has in a collection are taken from there. Without an encoder, or if it fails, there are none. */
async function vectorsFor(
  ctx: Context,
  encoder: TextEncoder | undefined,
  fileId: string,
  passages: readonly Passage[],
): Promise<Map<string, Float32Array>> {
  if (!encoder) return new Map();
  try {
    const found = await vectorsOfLines(ctx, encoder, fileId, passages);
    return new Map([...found].map(([place, bytes]) => [place, expand(fromBytes(bytes))]));
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn('moments are found without vectors', { file_id: fileId, error: messageOf(error) });
    return new Map();
  }
}
