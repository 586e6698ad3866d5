import type { Evidence, ExtractSchema } from '../../../../contract/index.ts';
import type { UnderstandingContext } from '../../context.ts';
import { type ChatSession, chatSession } from '../../language/chat.ts';
import { Said } from '../../language/held/claims.ts';
import { type Lexicon, loadLexicon } from '../../language/held/lexicon.ts';
import { placeIn } from '../../language/held/quote.ts';
import { type LanguageModel, providerOf } from '../../language/model.ts';
import { extractionPrompt } from '../../language/prompts/extraction.ts';
import { promptId } from '../../language/prompts/prompt.ts';
import { keepResult, keptResult, resultKey } from '../../results.ts';
import { quoteOf } from '../things.ts';
import type { Entities, Extractor, Passage, Wish } from '../types.ts';
import { grounded, type Leaf } from './grounds.ts';
import { merged } from './merge.ts';
import { hashOf, materialOf, questionOf } from './question.ts';

/** Maximum number of values to list in a warning. */
const MOST_NAMED = 20;
/** Maximum number of values to look up. */
const MOST_VALUES = 2_000;

/**
 * Extracts with a language model. Its responses are checked against the schema, and stored by content, model,
 * request and text, so that neither a crash nor another job asks again. Values that nobody said are dropped.
 * @param recorded the day of the recording, for `tomorrow`; undefined if unknown
 */
export function modelExtractor(
  ctx: UnderstandingContext,
  language: LanguageModel,
  wish: Wish,
  contentHash: string | null,
  recorded: Date | undefined,
): Extractor {
  const chat = chatSession(language);
  const provider = providerOf(language);
  const asked = hashOf({ prompt: wish.prompt ?? null, schema: wish.schema ?? null });
  return {
    provider: `${provider} ${language.model}`,
    notes: [
      'Extracted by a model, which can be wrong; values that nobody said are dropped, and quotes are verbatim.',
    ],
    extract: async (passages, signal) => {
      const answers: Entities[] = [];
      for (const material of await materialOf(chat, wish, passages, signal)) {
        const settings = {
          version: language.model,
          question: promptId(extractionPrompt),
          asked,
          material: hashOf(material),
        };
        const key = resultKey(contentHash, 'entities', { provider, settings });
        const known = key && (await keptResult<Entities>(ctx, key));
        const answer = known ?? (await ask(chat, wish, material, signal));
        if (key && !known) await keepResult(ctx, key, answer);
        answers.push(answer);
      }
      const lexicon = await loadLexicon();
      const days = await relativeDays(passages, recorded);
      const said = new Said([...passages, ...days], lexicon);
      const { value, leaves, dropped } = grounded(
        merged(answers),
        said,
        wish.schema as ExtractSchema | undefined,
      );
      return {
        entities: value as Entities,
        evidence: evidenceOf(leaves, passages, lexicon),
        warnings: [
          ...warning('dropped, because nobody said or showed it', dropped),
          ...warning(
            "not verbatim in the material, so the model's own choice",
            leaves
              .filter(({ judged, value }) => judged && !placeOf(String(value), passages))
              .map(({ path }) => path),
          ),
        ],
      };
    },
  };
}

function ask(chat: ChatSession, wish: Wish, material: string, signal: AbortSignal): Promise<Entities> {
  return chat.ask(questionOf(wish, material), signal);
}

/** The calendar dates of `tomorrow` and the like, as lines. */
async function relativeDays(
  passages: readonly Passage[],
  recorded: Date | undefined,
): Promise<{ text: string }[]> {
  if (!recorded) return [];
  const { datesIn } = await import('../typed/dates.ts');
  const values = passages.flatMap((passage) => datesIn(passage, recorded).map(({ value }) => value));
  return [...new Set(values)].flatMap((value) => (typeof value === 'string' ? [{ text: value }] : []));
}

/** Where each value was said: verbatim, or else in other words. A choice of the model may have been said nowhere. */
function evidenceOf(leaves: readonly Leaf[], passages: readonly Passage[], lexicon: Lexicon): Evidence[] {
  const read = new Map<Passage, Said>();
  const saidIn = (passage: Passage) => {
    const own = read.get(passage) ?? new Said([passage], lexicon);
    read.set(passage, own);
    return own;
  };
  return leaves.slice(0, MOST_VALUES).flatMap(({ path, value, judged }) => {
    const verbatim = placeOf(String(value), passages);
    if (verbatim) return [quoteOf(path, verbatim.passage, verbatim.from, String(value).length)];
    const says = (passage: Passage) =>
      typeof value === 'number' ? saidIn(passage).saysNumber(value) : saidIn(passage).saysValue(value);
    const passage = judged ? undefined : passages.find(says);
    return passage ? [quoteOf(path, passage, -1, 0)] : [];
  });
}

function placeOf(
  value: string,
  passages: readonly Passage[],
): { passage: Passage; from: number } | undefined {
  const passage = passages.find(({ text }) => placeIn(text, value) >= 0);
  return passage && { passage, from: placeIn(passage.text, value) };
}

function warning(what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, MOST_NAMED).join(', ');
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return [`${what}: ${named}${more}`];
}
