import * as z from 'zod';
import { chatRoles } from '../../values/enums.ts';
import { limits } from '../../values/limits.ts';
import { open } from '../../values/open.ts';
import { unixMs, uuid } from '../../values/scalars.ts';
import { gapsOfAnswer } from '../gap.ts';
import { describedParts, span } from '../parts.ts';
import { filter } from './filter.ts';

const message = z.object({ role: open(z.enum(chatRoles)), content: z.string(), name: z.string().optional() });

/** The source of a statement in the media. */
const citation = z
  .object({
    collection_id: uuid(),
    file_id: uuid(),
    filename: z.string().describe('An addition of this service'),
    segment_id: uuid(),
    ...span,
    text: z.string(),
    context: z.string(),
    relevant_sources: z.array(z.object({ text: z.string() })),
    ...describedParts,
  })
  .partial()
  .required({ file_id: true })
  .meta({ id: 'Citation' });

/** The model that answers in quotes, without a language model. */
export const QUOTES = 'quotes';

const asked = message.extend({ content: open(z.string().max(limits.chatMessageCharacters)) });

/** The last message is the question. */
const conversation = z
  .array(asked)
  .min(1)
  .max(limits.chatMessages)
  .check((context) => {
    const last = context.value.at(-1);
    if (last && (last.role !== 'user' || last.content.trim() === ''))
      context.issues.push({
        code: 'custom',
        message: 'must end with the question: a message with role user that is not empty',
        input: context.value,
      });
  });

export const chatRequest = z.object({
  model: z
    .string()
    .min(1)
    .describe(
      `${QUOTES} answers in quotes; any other name is answered by the language model that the service is configured with`,
    ),
  messages: conversation.describe('The conversation; the last message is the question, with role user'),
  collections: z.array(uuid()).min(1).max(1).describe('Exactly one collection'),
  filter: filter.optional(),
  temperature: open(z.number().min(limits.temperature.min).max(limits.temperature.max)).optional(),
});

const choice = z.object({ index: z.int(), message });

/** A chat completion in a list: without citations. */
export const chatItem = z
  .object({
    id: uuid(),
    created_at: unixMs(),
    object: z.literal('chat.completion'),
    model: z.string().describe(`The model that answered; ${QUOTES} for an answer in quotes`),
    usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
    choices: z.array(choice),
    payload: z.object({
      messages: z.array(message),
      temperature: z.number().optional(),
      filter: filter.optional(),
      collections: z.array(uuid()),
    }),
    ...gapsOfAnswer,
  })
  .meta({ id: 'ChatCompletionItem' });

export const chatCompletion = chatItem
  .extend({ choices: z.array(choice.extend({ citations: z.array(citation).optional() })) })
  .meta({ id: 'ChatCompletion' });

export type ChatCompletion = z.output<typeof chatCompletion>;
export type ChatItem = z.output<typeof chatItem>;
export type Citation = z.output<typeof citation>;
