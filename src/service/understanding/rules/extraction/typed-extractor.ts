import { setImmediate } from 'node:timers/promises';
import type { ExtractSchema } from '../../../../contract/index.ts';
import type { Log } from '../../../log.ts';
import type { TextEncoder } from '../../models/embeddings/port.ts';
import type { LineReader } from '../../models/embeddings/reading.ts';
import { type Filling, fillObject } from './answer/fill.ts';
import { listEntities } from './answer/listed.ts';
import { type Reader, readFor } from './asked/ask.ts';
import { thingsOf } from './things.ts';
import { mentionsIn } from './typed/mentions.ts';
import { frequenciesOf, topicsIn } from './typed/topics.ts';
import type { Extracted, Extractor, Mention, Passage, Wish } from './types.ts';

export interface TypedOptions {
  /** The day of the recording; undefined if unknown. */
  readonly recorded: Date | undefined;
  /** Compares questions and lines by meaning; undefined where there is none that reads the file's language. */
  readonly encoder: TextEncoder | undefined;
  /** Reads lines with a question; there with the packaged encoder. */
  readonly lineReader: LineReader | undefined;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Extracts with typed extractors on this machine. Every value was said, shown or written, and is quoted.
 * @param all all passages of the file, for word frequencies
 */
export function typedExtractor(
  wish: Wish,
  all: readonly Passage[],
  { recorded, encoder, lineReader, log }: TypedOptions,
): Extractor {
  const known = new Map<Passage, Mention[]>();
  const frequencies = frequenciesOf(all);
  let reader: Promise<Reader> | undefined;
  const mentions = (passage: Passage): Mention[] => {
    const own = known.get(passage) ?? mentionsIn(passage, recorded);
    known.set(passage, own);
    return own;
  };
  return {
    provider: 'typed-extractors',
    notes: [
      'Quoted by typed extractors, in English; nothing is interpreted or reworded.',
      recorded
        ? `Relative dates refer to the recording date, ${recorded.toISOString().slice(0, 10)}.`
        : 'Relative dates have no calendar date, because the recording date is unknown.',
      ...(wish.schema
        ? ['A language model can fill more fields (vau service config set language_url URL).']
        : []),
      ...(wish.schema && !encoder
        ? ['No text encoder is in use: fields were looked for by words alone.']
        : []),
      ...(wish.schema && wish.prompt ? ['Only the schema was used: a prompt needs a language model.'] : []),
    ],
    extract: async (passages, signal) => {
      for (const [index, passage] of passages.entries()) {
        mentions(passage);
        // Reading is one long computation; it must yield so that it can be aborted.
        if (index % PASSAGES_A_TURN === 0) await setImmediate();
        signal.throwIfAborted();
      }
      const things = thingsOf([...passages.flatMap(mentions), ...topicsIn(passages, frequencies, mentions)]);
      if (!wish.schema) return { ...listEntities(wish.prompt ?? '', things), warnings: [] };
      const schema = wish.schema as ExtractSchema;
      reader ??= readFor(schema, all, { mentions, encoder, lineReader, log, signal });
      const answers = (await reader).answer(passages);
      const evidence: Filling['evidence'] = [];
      const filling: Filling = {
        passages,
        things,
        answers,
        evidence,
        unanswerable: new Set(),
        warnings: new Set(),
      };
      const entities = fillObject(filling, schema, '');
      return { entities, evidence, warnings: warningsOf(filling) } satisfies Extracted;
    },
  };
}

const PASSAGES_A_TURN = 50;

function warningsOf({ unanswerable, warnings }: Filling): string[] {
  if (unanswerable.size === 0) return [...warnings];
  const left = [...unanswerable].join(', ');
  return [
    ...warnings,
    `left out, because no typed extractor can answer: ${left}; a language model can (vau service config set language_url URL)`,
  ];
}
