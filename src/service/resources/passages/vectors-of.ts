import type { Modality } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { compact, toBytes } from '../../search/vectors/compact.ts';
import type { Passage } from '../../search/vectors/passages.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { TextEncoder } from '../../understanding/models/embeddings/index.ts';

export type EncodeContext = Pick<JobContext, 'db' | 'signal'>;

/** Names a passage within its file. The same words are not the same passage: spoken ones are understood by what is around them. */
export function placeOf({ modality, start, end, text }: Passage): string {
  return JSON.stringify([modality, start, end, text]);
}

/**
 * Vectors of a file's passages by their places, as stored: see compact.ts. Those that the file has are taken from there; of
 * speech only if it has them all, because a line that is new changes what those around it mean.
 * @throws if the encoder fails
 */
export async function vectorsOf(
  { db, signal }: EncodeContext,
  encoder: TextEncoder,
  fileId: string,
  passages: readonly Passage[],
): Promise<Map<string, Uint8Array>> {
  const vectors = await knownVectors(db, encoder.model, fileId);
  const lacks = (passage: Passage) => !vectors.has(placeOf(passage));
  const speech = passages.filter(({ modality }) => modality === 'speech');
  const others = passages.filter(({ modality }) => modality !== 'speech');
  const lines = speech.some(lacks) ? speech : [];
  await addVectors(vectors, lines, (texts) => encoder.encode(texts, signal, 'line'));
  await addVectors(vectors, others.filter(lacks), (texts) => eachOnce(texts, encoder, signal));
  return vectors;
}

/**
 * Vectors of lines that need not be passages, by their places. Those that the file's passages have are taken from there; the
 * others are understood by themselves, unless the file has no spoken passages.
 * @throws if the encoder fails
 */
export async function vectorsOfLines(
  ctx: EncodeContext,
  encoder: TextEncoder,
  fileId: string,
  lines: readonly Passage[],
): Promise<Map<string, Uint8Array>> {
  const known = await knownVectors(ctx.db, encoder.model, fileId);
  if (!lines.some((line) => line.modality === 'speech' && known.has(placeOf(line))))
    return vectorsOf(ctx, encoder, fileId, lines);
  const missing = lines.filter((line) => !known.has(placeOf(line)));
  await addVectors(known, missing, (texts) => eachOnce(texts, encoder, ctx.signal));
  return known;
}

async function addVectors(
  vectors: Map<string, Uint8Array>,
  passages: readonly Passage[],
  encode: (texts: readonly string[]) => Promise<readonly (Float32Array | undefined)[]>,
): Promise<void> {
  const made = await encode(passages.map(({ text }) => text));
  for (const [at, passage] of passages.entries()) {
    const vector = made[at];
    if (vector) vectors.set(placeOf(passage), toBytes(compact(vector)));
  }
}

/** A text on screen is often shown again: it is encoded once. */
async function eachOnce(
  texts: readonly string[],
  encoder: TextEncoder,
  signal: AbortSignal,
): Promise<(Float32Array | undefined)[]> {
  const once = [...new Set(texts)];
  const made = await encoder.encode(once, signal);
  const byText = new Map(once.map((text, at) => [text, made[at]]));
  return texts.map((text) => byText.get(text));
}

async function knownVectors(db: Db, model: string, fileId: string): Promise<Map<string, Uint8Array>> {
  const rows = await db
    .selectFrom('passages')
    .innerJoin('encoders', 'encoders.id', 'encoder')
    .select(['modality', 'start_time as start', 'end_time as end', 'text', 'vector'])
    .where('file_id', '=', fileId)
    .where('model', '=', model)
    .execute();
  return new Map(
    rows.map(({ vector, ...row }) => [placeOf({ ...row, modality: row.modality as Modality }), vector]),
  );
}
