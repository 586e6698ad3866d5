import * as z from 'zod';
import { readWith } from '../understanding/language/answer.ts';
import type { ChatSession, Question } from '../understanding/language/chat.ts';
import { dataLine } from '../understanding/language/media-text.ts';
import { planPrompt } from '../understanding/language/prompts/plan.ts';

/** Queries that a model may add. */
const MOST_QUERIES = 4;
const QUERY_CHARACTERS = 200;

const planned = z.object({
  queries: z.array(z.string().trim().min(1).max(QUERY_CHARACTERS)).max(MOST_QUERIES),
});

const SCHEMA = {
  type: 'object',
  properties: { queries: { type: 'array', items: { type: 'string' } } },
  required: ['queries'],
  additionalProperties: false,
};

/** The queries that a model adds to a question, none of them twice. @throws EndpointRefused: see ChatSession.ask */
export async function plannedBy(model: ChatSession, query: string, signal: AbortSignal): Promise<string[]> {
  const question: Question<z.output<typeof planned>> = {
    name: 'plan',
    system: planPrompt.text,
    content: `<question>\n${dataLine(query)}\n</question>`,
    schema: SCHEMA,
    read: readWith(planned),
  };
  const { queries } = await model.ask(question, signal);
  const own = new Set(queries.map(dataLine));
  return [...own].filter((one) => one.toLowerCase() !== query.trim().toLowerCase());
}
