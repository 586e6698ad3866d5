import type { ExtractJob } from '../../../../src/contract/index.ts';
import type { TestService } from '../../../support/service.ts';
import { extracted } from './media.ts';

const text = { type: 'string' };

/** A schema, and an answer that matches it. */
export const SCHEMA = {
  type: 'object',
  properties: {
    buyer: text,
    mood: { enum: ['glad', 'sad'] },
    amount: { type: 'number' },
    items: { type: 'array', items: text },
  },
  required: ['buyer'],
};
export const GOOD = { buyer: 'Maria Lopez', mood: 'glad', amount: 4500.5, items: ['steel'] };
/** The whole file, from its speech. */
export const WHOLE = {
  enable_video_level_entities: true,
  enable_segment_level_entities: false,
  enable_transcript_mode: true,
};

let asks = 0;
/** A job that shares no stored responses with other tests: the prompt is part of the request. */
export function purchases(service: TestService, more: object): Promise<ExtractJob> {
  asks += 1;
  return extracted(service, { prompt: `Purchases ${asks}`, schema: SCHEMA, ...WHOLE, ...more });
}
