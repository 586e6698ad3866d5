import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExtractJob } from '../../../../src/contract/index.ts';
import type { ModelEndpoint } from '../../../../src/service/context/model-endpoint.ts';
import type { TestService } from '../../../support/service.ts';
import { extracted } from './media.ts';

/** A request to the model. */
export interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: object;
    readonly schema?: object;
  };
}

export interface Reply {
  readonly status?: number;
  readonly body: unknown;
}

/** A fake chat server that the test controls. */
export interface ModelServer {
  readonly endpoint: ModelEndpoint;
  readonly asked: Asked[];
  answer: (body: Asked, count: number) => Reply | Promise<Reply>;
  close(): Promise<void>;
}

/** A chat response. */
export const says = (content: unknown): Reply => ({
  body: { choices: [{ message: { role: 'assistant', content } }] },
});

export async function modelServer(): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server: Server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString()) as Asked;
    asked.push(body);
    const { status = 200, body: sent } = await made.answer(body, asked.length);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const made: ModelServer = {
    endpoint: { url, model: 'reader', keyEnv: 'VAU_TEST_LANGUAGE_KEY', timeoutSeconds: 10, retryMs: 1 },
    asked,
    answer: () => says('{}'),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return made;
}

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
