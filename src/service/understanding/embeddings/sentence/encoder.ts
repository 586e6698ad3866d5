import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { adapted } from './adapter.ts';
import { readBert, WIDTH } from './bert.ts';
import { chunksOf } from './chunks.ts';
import { meanOfRows } from './pool.ts';
import { readSafetensors } from './safetensors.ts';
import { WordPieces } from './word-pieces.ts';

/** A longer text is cut here, where the model was trained to end. */
const MOST_PIECES = 256;

/** The encoder's model. All its vectors are of length 1, with only zeros for a text without words. */
export interface Encoder {
  /** The vector of a text by itself. */
  encode(text: string): Float32Array;
  /**
   * The vectors of consecutive lines of a recording, each understood by those around it. They are made a chunk of lines at a
   * time, when the first line of a chunk is asked for.
   */
  read(lines: readonly string[]): (at: number) => Float32Array;
}

/**
 * Reads the model from files; the backend must be set.
 * @param folder has model.fp16.safetensors and tokenizer.json
 * @param adapter what was fitted to searches in recordings: see adapter.ts
 */
export async function loadEncoder(folder: string, adapter: string): Promise<Encoder> {
  const { model } = JSON.parse(await readFile(path.join(folder, 'tokenizer.json'), 'utf8'));
  const pieces = new WordPieces(new Map(Object.entries(model.vocab as Record<string, number>)));
  const base = readSafetensors(await readFile(path.join(folder, 'model.fp16.safetensors')));
  const fitted = readSafetensors(await readFile(adapter));
  const bert = readBert(adapted(base.read, fitted.read, fitted.has), base.rows);
  return {
    encode(text) {
      const found = pieces.cut(text, MOST_PIECES);
      return found.length === 0 ? new Float32Array(WIDTH) : meanOfRows(bert(found), 0, found.length);
    },
    read(lines) {
      const chunks = chunksOf(
        lines.map((line) => pieces.inside(line)),
        pieces.special,
      );
      const vectors = new Map<number, Float32Array>();
      return (at) => {
        const chunk = vectors.has(at)
          ? undefined
          : chunks.find(({ places }) => places.some(({ line }) => line === at));
        if (chunk) {
          const rows = bert(chunk.pieces);
          for (const { line, from, to } of chunk.places) vectors.set(line, meanOfRows(rows, from, to));
        }
        return vectors.get(at) ?? new Float32Array(WIDTH);
      };
    },
  };
}
