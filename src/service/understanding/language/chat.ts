import type { chatRoles, OneOf } from '../../../contract/index.ts';
import type { ModelEndpoint } from '../../context/model-endpoint.ts';
import { messageOf } from '../../errors.ts';
import { operationAddress } from '../endpoint/address.ts';
import { EndpointRefused, sendForm } from '../endpoint/send.ts';
import { jsonIn, saidIn } from './answer.ts';

/** A question with a JSON answer. */
export interface Question<T> {
  /** Name of the requested data, as one word, for the schema and for errors. */
  readonly name: string;
  /** Instructions above the question, separate from its content. */
  readonly system?: string;
  /**
   * Text, or parts with pictures. It must describe the answer's format itself: not every server enforces the schema.
   */
  readonly content: string | readonly object[];
  /** In the part of JSON Schema that every server supports. */
  readonly schema: object;
  /** Parses the answer. @throws Error saying what is wrong with it, in words the model can use */
  read(value: unknown): T;
}

type Message = { role: OneOf<typeof chatRoles>; content: string | readonly object[] };

/** Talks to one endpoint and remembers which formats it supports. */
export interface ChatSession {
  /** @throws EndpointRefused if the endpoint gives no usable answer, even after one repair */
  ask<T>(question: Question<T>, signal: AbortSignal): Promise<T>;
}

/** Ways to request JSON, the most reliable first. The last one relies on the question alone. */
const FORMATS: readonly ((name: string, schema: object) => object)[] = [
  (name, schema) => ({
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
  }),
  (_, schema) => ({ response_format: { type: 'json_object', schema } }),
  () => ({ response_format: { type: 'json_object' } }),
  () => ({}),
];

export function chatSession(endpoint: ModelEndpoint): ChatSession {
  const address = operationAddress(endpoint.url, 'chat/completions');
  const { origin, pathname } = new URL(address);
  let format = 0;
  const send = async (
    { name, schema }: Question<unknown>,
    messages: readonly Message[],
    signal: AbortSignal,
  ): Promise<string> => {
    for (let tried = format; ; tried += 1) {
      const asked = { model: endpoint.model, messages, temperature: 0, ...FORMATS[tried]?.(name, schema) };
      const form = { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(asked)) };
      const answer = await sendForm(endpoint, address, form, saidIn, signal);
      format = Math.max(format, tried);
      if ('result' in answer) return answer.result;
      const { status } = answer.reply;
      if ((status !== 400 && status !== 422) || tried + 1 >= FORMATS.length)
        throw new EndpointRefused(`${origin}${pathname} responded with ${status}${hint(status, endpoint)}`);
    }
  };
  return {
    ask: async (question, signal) => {
      const { system, content } = question;
      const messages: Message[] = [
        ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
        { role: 'user', content },
      ];
      const said = await send(question, messages, signal);
      try {
        return question.read(jsonIn(said));
      } catch (error) {
        const repair = `That is not usable: ${messageOf(error)}. Answer again with the JSON object alone.`;
        const before: Message[] = [
          ...messages,
          { role: 'assistant', content: said.slice(0, REPEATED_CHARACTERS) },
        ];
        const again = await send(question, [...before, { role: 'user', content: repair }], signal);
        return usable(again, question, origin);
      }
    },
  };
}

/** Characters of an unusable answer to send back. */
const REPEATED_CHARACTERS = 20_000;

function usable<T>(said: string, { name, read }: Question<T>, origin: string): T {
  try {
    return read(jsonIn(said));
  } catch (error) {
    throw new EndpointRefused(`${origin} was asked twice and returned no ${name}: ${messageOf(error)}`);
  }
}

function hint(status: number, { keyEnv }: ModelEndpoint): string {
  if (status === 401 || status === 403) return `: it expects another key than the one in ${keyEnv}`;
  return status === 404 ? ': it has no chat operation, or no such model' : '';
}
