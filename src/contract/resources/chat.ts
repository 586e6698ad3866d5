import * as z from 'zod';
import { limits } from '../limits.ts';
import { unixMs, uuid } from '../scalars.ts';
import { filter } from './filter.ts';

export const chatRoles = ['system', 'user', 'assistant'] as const;

const message = z.object({ role: z.enum(chatRoles), content: z.string(), name: z.string().optional() });

/** Where in the media a statement of the answer comes from. */
const citation = z.object({
  file_id: uuid(),
  collection_id: uuid().optional(),
  segment_id: uuid().optional(),
  start_time: z.number().optional(),
  end_time: z.number().optional(),
  text: z.string().optional(),
});

export const chatRequest = z.object({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  collections: z.array(uuid()).min(1),
  filter: filter.optional(),
  temperature: z.number().min(limits.temperature.min).max(limits.temperature.max).optional(),
});

export const chatCompletion = z
  .object({
    id: uuid(),
    created_at: unixMs(),
    object: z.literal('chat.completion'),
    model: z.string(),
    usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
    choices: z.array(z.object({ index: z.int(), message, citations: z.array(citation).optional() })),
    payload: z.object({
      messages: z.array(message),
      temperature: z.number().optional(),
      filter: filter.optional(),
      collections: z.array(uuid()),
    }),
  })
  .meta({ id: 'ChatCompletion' });

export type ChatCompletion = z.output<typeof chatCompletion>;
