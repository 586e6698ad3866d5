import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelEndpoint } from '../../src/service/context/model-endpoint.ts';

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
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A fake chat server that the test controls. */
export interface ModelServer {
  readonly endpoint: ModelEndpoint;
  readonly asked: Asked[];
  /** Requests whose sender hung up before the answer. */
  left: number;
  answer: (body: Asked, count: number) => Reply | Promise<Reply>;
  close(): Promise<void>;
}

/** What a model would obey: all that is said to it outside the material. */
export function outsideMaterial({ messages }: Asked): string {
  return messages.map(({ content }) => content.replace(/<material>[\s\S]*?<\/material>/g, '')).join('\n');
}

/** A chat response. */
export const says = (content: unknown): Reply => ({
  body: { choices: [{ message: { role: 'assistant', content } }] },
});

export async function modelServer(): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server: Server = createServer(async (request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) made.left += 1;
    });
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString()) as Asked;
    asked.push(body);
    const { status = 200, headers, body: sent } = await made.answer(body, asked.length);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const made: ModelServer = {
    endpoint: { url, model: 'reader', keyEnv: 'VAU_TEST_LANGUAGE_KEY', timeoutSeconds: 10, retryMs: 1 },
    asked,
    left: 0,
    answer: () => says('{}'),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return made;
}
