import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SpeechConfig } from '../../../../src/service/context/speech-settings.ts';

/** A transcription request as received by the server. */
export interface Asked {
  path: string;
  authorization: string | undefined;
  /** Text fields by name; a field may occur more than once. */
  fields: Record<string, string[]>;
  /** Duration of the attached WAV file in seconds. */
  seconds: number;
}

/** The server's response to a request; undefined: it never responds. */
export type Say = { status?: number; headers?: Record<string, string>; body: unknown } | undefined;

export interface EndpointServer {
  /** Base URL, without a path. */
  url: string;
  asked: Asked[];
  /** Sets how it responds from now on. */
  answer(how: (asked: Asked, count: number) => Say | Promise<Say>): void;
  close(): Promise<void>;
}

/** A transcription endpoint on loopback that the test controls. */
export async function openEndpoint(): Promise<EndpointServer> {
  const asked: Asked[] = [];
  let how: (asked: Asked, count: number) => Say | Promise<Say> = () => ({ body: { text: '' } });
  const server = createServer((request, response) => {
    void receive(request).then(async (one) => {
      asked.push(one);
      reply(response, await how(one, asked.length));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => {
      asked.length = 0;
      how = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function receive(request: IncomingMessage): Promise<Asked> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const form = await new Response(Buffer.concat(pieces), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const fields: Record<string, string[]> = {};
  let seconds = 0;
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = [...(fields[name] ?? []), value];
    else seconds = secondsOf(Buffer.from(await value.arrayBuffer()));
  }
  return { path: request.url ?? '', authorization: request.headers.authorization, fields, seconds };
}

/** Also checks that it is 16-bit mono at 16 kHz. */
function secondsOf(wav: Buffer): number {
  const format = [wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)];
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || format.join() !== '1,16000,16') return Number.NaN;
  return wav.readUInt32LE(40) / 32_000;
}

function reply(response: ServerResponse, said: Say): void {
  if (!said) return;
  response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers });
  response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body));
}

/** Speech configuration with this endpoint, which has no key and is asked again after a millisecond. */
export const speechFrom = (endpoint: EndpointServer, providers: SpeechConfig['providers']): SpeechConfig => ({
  providers,
  endpoint: {
    url: `${endpoint.url}/v1`,
    model: 'tiny',
    keyEnv: 'VAU_TEST_NO_KEY',
    timeoutSeconds: 10,
    retryMs: 1,
  },
});
