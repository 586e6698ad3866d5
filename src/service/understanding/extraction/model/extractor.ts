import type { UnderstandingContext } from '../../context.ts';
import { type ChatSession, chatSession } from '../../language/chat.ts';
import { type LanguageModel, providerOf } from '../../language/model.ts';
import { extractionPrompt } from '../../language/prompts/extraction.ts';
import { promptId } from '../../language/prompts/prompt.ts';
import { keepResult, keptResult, resultKey } from '../../results.ts';
import type { Entities, Extractor, Wish } from '../types.ts';
import { groundsOf } from './grounds.ts';
import { merged } from './merge.ts';
import { hashOf, materialOf, questionOf } from './question.ts';

/** Maximum number of values to list that are not verbatim in the material. */
const MOST_NAMED = 20;

/**
 * Extracts with a language model. Its responses are checked against the schema, and stored by content, model,
 * request and text, so that neither a crash nor another job asks again.
 */
export function modelExtractor(
  ctx: UnderstandingContext,
  language: LanguageModel,
  wish: Wish,
  contentHash: string | null,
): Extractor {
  const chat = chatSession(language);
  const provider = providerOf(language);
  const asked = hashOf({ prompt: wish.prompt ?? null, schema: wish.schema ?? null });
  return {
    provider: `${provider} ${language.model}`,
    notes: ['Extracted by a model, which can be wrong; quotes are verbatim.'],
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
      const entities = merged(answers);
      const { evidence, own } = groundsOf(entities, passages);
      return { entities, evidence, warnings: ownWords(own) };
    },
  };
}

function ask(chat: ChatSession, wish: Wish, material: string, signal: AbortSignal): Promise<Entities> {
  return chat.ask(questionOf(wish, material), signal);
}

function ownWords(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, MOST_NAMED).join(', ');
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return [`not verbatim in the material, so the model's own words: ${named}${more}`];
}
