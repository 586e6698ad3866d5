import { messageOf } from '../../errors.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { compact, toBytes } from '../../search/vectors/compact.ts';
import type { Passage } from '../../search/vectors/passages.ts';
import type { Db } from '../../store/schema.ts';
import { recogniseLanguages } from '../../text/analyse/index.ts';
import { encoderFor, type TextEncoder } from '../../understanding/embeddings/index.ts';

/** The passages of a collection file with the vectors of one encoder. */
export interface EncodedFile {
  readonly model: string;
  /** Numbers of a vector; 0 without passages. */
  readonly dimension: number;
  readonly passages: readonly EncodedPassage[];
}

export interface EncodedPassage extends Passage {
  /** See compact.ts. */
  readonly vector: Uint8Array;
}

/** Collection types whose lines are searched. */
const BY_MEANING = ['media-descriptions', 'rich-transcripts'] as const;

/** Whether collection files of this type get passages. */
export function isSearchedByMeaning(collectionType: string): boolean {
  return (BY_MEANING as readonly string[]).includes(collectionType);
}

type EncodeContext = Pick<JobContext, 'db' | 'config' | 'signal' | 'log'>;

/**
 * Computes the vectors of a collection file's passages. Call it before the transaction. Vectors that the file has in another
 * collection, or had before, are taken from there.
 * @returns null where there is no encoder, or it fails: the file can be found by its words, and is encoded later
 */
export async function encodeCollectionFile(
  ctx: EncodeContext,
  fileId: string,
  passages: readonly Passage[],
): Promise<EncodedFile | null> {
  const encoder = encoderFor(ctx.config);
  if (!encoder) return null;
  const known = await inLanguage(passages, encoder.language);
  try {
    const vectors = await vectorsOf(ctx, encoder, fileId, [...new Set(known.map(({ text }) => text))]);
    const encoded = known.flatMap((passage) => {
      const vector = vectors.get(passage.text);
      return vector ? [{ ...passage, vector }] : [];
    });
    return { model: encoder.model, dimension: dimensionOf(encoded[0]?.vector), passages: encoded };
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn('a file cannot be compared by meaning yet', { file_id: fileId, error: messageOf(error) });
    return null;
  }
}

/** The passages in this language; default: all. */
async function inLanguage(
  passages: readonly Passage[],
  language: string | undefined,
): Promise<readonly Passage[]> {
  if (language === undefined) return passages;
  const recognised = await recogniseLanguages(passages.map(({ text }) => text));
  return passages.filter((_, at) => recognised[at] === language);
}

/** Numbers of a stored vector: a byte each, after the scale. */
function dimensionOf(vector: Uint8Array | undefined): number {
  return vector ? vector.length - 4 : 0;
}

/**
 * Vectors of texts, as stored: see compact.ts. Those that passages of the file have are taken from there.
 * @throws if the encoder fails
 */
export async function vectorsOf(
  { db, signal }: EncodeContext,
  encoder: TextEncoder,
  fileId: string,
  texts: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const vectors = await knownVectors(db, encoder.model, fileId);
  const missing = texts.filter((text) => !vectors.has(text));
  const computed = await encoder.encode(missing, signal);
  for (const [at, text] of missing.entries()) {
    const vector = computed[at];
    if (vector) vectors.set(text, toBytes(compact(vector)));
  }
  return vectors;
}

async function knownVectors(db: Db, model: string, fileId: string): Promise<Map<string, Uint8Array>> {
  const rows = await db
    .selectFrom('passages')
    .innerJoin('encoders', 'encoders.id', 'encoder')
    .select(['text', 'vector'])
    .where('file_id', '=', fileId)
    .where('model', '=', model)
    .execute();
  return new Map(rows.map(({ text, vector }) => [text, vector]));
}
