import { messageOf } from '../../errors.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { Passage } from '../../search/vectors/passages.ts';
import { recogniseLanguages } from '../../text/analyse/index.ts';
import { encoderFor } from '../../understanding/models/embeddings/index.ts';
import { type EncodeContext, placeOf, vectorsOf } from './vectors-of.ts';

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

/**
 * Computes the vectors of a collection file's passages. Call it before the transaction. Vectors that the file has in another
 * collection, or had before, are taken from there.
 * @returns null where there is no encoder, or it fails: the file can be found by its words, and is encoded later
 */
export async function encodeCollectionFile(
  ctx: EncodeContext & Pick<JobContext, 'config' | 'log'>,
  fileId: string,
  passages: readonly Passage[],
): Promise<EncodedFile | null> {
  const encoder = encoderFor(ctx.config);
  if (!encoder) return null;
  const known = await inLanguage(passages, encoder.language);
  try {
    const vectors = await vectorsOf(ctx, encoder, fileId, known);
    const encoded = known.flatMap((passage) => {
      const vector = vectors.get(placeOf(passage));
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
