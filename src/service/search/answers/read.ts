import { messageOf } from '../../errors.ts';
import { readChosen } from '../../understanding/models/embeddings/reading.ts';
import type { MeaningContext } from '../context.ts';
import { GAP, type SaidSentence } from './sentences.ts';

/**
 * How likely each sentence answers a question, from -1 to 1, as the reader reads it together with those around it.
 * @param files the sentences of each file and modality, in order of time
 * @returns undefined without a reader, and if it fails: the sentences are then weighed without it
 */
export async function readSentences(
  { reader, log }: Pick<MeaningContext, 'reader' | 'log'>,
  question: string,
  files: readonly (readonly SaidSentence[])[],
  signal: AbortSignal,
): Promise<ReadonlyMap<SaidSentence, number> | undefined> {
  if (!reader) return undefined;
  const read = new Map<SaidSentence, number>();
  try {
    for (const stretch of files.flatMap(stretchesOf)) {
      const texts = stretch.map(({ text }) => text);
      const found = await readChosen(reader, question, texts, texts.keys(), signal);
      for (const [at, sentence] of stretch.entries()) read.set(sentence, found.get(at) ?? -1);
    }
    return read;
  } catch (error) {
    signal.throwIfAborted();
    log.warn('the lines that may answer were not read with the question', { error: messageOf(error) });
    return undefined;
  }
}

/** Sentences that follow each other without a gap. */
function stretchesOf(sentences: readonly SaidSentence[]): SaidSentence[][] {
  const stretches: SaidSentence[][] = [];
  for (const sentence of sentences) {
    const last = stretches.at(-1);
    const before = last?.at(-1);
    if (last && before && sentence.time - before.end <= GAP) last.push(sentence);
    else stretches.push([sentence]);
  }
  return stretches;
}
