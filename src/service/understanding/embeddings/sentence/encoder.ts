import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readBert } from './bert.ts';
import { readSafetensors } from './safetensors.ts';
import { WordPieces } from './word-pieces.ts';

/** Length of a vector of this encoder. */
export const DIMENSION = 384;

/** A longer text is cut here, where the model was trained to end. */
const MOST_PIECES = 256;

/** The encoder's model, read from a folder with model.fp16.safetensors and tokenizer.json. */
export interface Encoder {
  /** A vector of length 1; only zeros for a text without words. */
  encode(text: string): Float32Array;
}

/** @param folder the model's folder; the backend must be set */
export async function loadEncoder(folder: string): Promise<Encoder> {
  const { model } = JSON.parse(await readFile(path.join(folder, 'tokenizer.json'), 'utf8'));
  const pieces = new WordPieces(new Map(Object.entries(model.vocab as Record<string, number>)));
  const bert = readBert(readSafetensors(await readFile(path.join(folder, 'model.fp16.safetensors'))));
  return {
    encode(text) {
      const found = pieces.cut(text, MOST_PIECES);
      return found.length === 0 ? new Float32Array(DIMENSION) : bert(found);
    },
  };
}
