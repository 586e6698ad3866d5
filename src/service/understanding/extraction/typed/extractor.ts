import { setImmediate } from 'node:timers/promises';
import type { ExtractSchema } from '../../../../contract/index.ts';
import { type Filling, fillObject } from '../answer/fill.ts';
import { listEntities } from '../answer/listed.ts';
import { thingsOf } from '../things.ts';
import type { Extracted, Extractor, Mention, Passage, Wish } from '../types.ts';
import { mentionsIn } from './mentions.ts';
import { frequenciesOf, topicsIn } from './topics.ts';

/**
 * Extracts by typed extractors on this machine. Every value was said, shown or written, and is quoted.
 * @param all every passage of the file: words are rare or frequent in it
 * @param recorded the day the media were recorded; undefined where it is not known
 */
export function typedExtractor(wish: Wish, all: readonly Passage[], recorded: Date | undefined): Extractor {
  const known = new Map<Passage, Mention[]>();
  const frequencies = frequenciesOf(all);
  const mentions = (passage: Passage): Mention[] => {
    const own = known.get(passage) ?? mentionsIn(passage, recorded);
    known.set(passage, own);
    return own;
  };
  return {
    provider: 'typed-extractors',
    notes: [
      'Quoted by typed extractors, in English; nothing is judged or put in other words.',
      recorded
        ? `Relative dates count from ${recorded.toISOString().slice(0, 10)}, when it was recorded.`
        : 'Relative dates have no calendar date, since it is not known when it was recorded.',
      ...(wish.schema && wish.prompt
        ? ['The schema alone was followed: a prompt needs a language model.']
        : []),
    ],
    extract: async (passages, signal) => {
      for (const [index, passage] of passages.entries()) {
        mentions(passage);
        // Reading is one long computation: whoever wants to stop it must get a turn.
        if (index % PASSAGES_A_TURN === 0) await setImmediate();
        signal.throwIfAborted();
      }
      const things = thingsOf([...passages.flatMap(mentions), ...topicsIn(passages, frequencies, mentions)]);
      if (!wish.schema) return { ...listEntities(wish.prompt ?? '', things), warnings: [] };
      const evidence: Filling['evidence'] = [];
      const filling: Filling = { passages, things, evidence, unanswerable: new Set(), warnings: new Set() };
      const entities = fillObject(filling, wish.schema as ExtractSchema, '');
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
    `left out, since no typed extractor can answer: ${left}; a language model can (vau service config set language_url URL)`,
  ];
}
