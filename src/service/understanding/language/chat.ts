import type { ChatEndpoint } from '../../context/chat-endpoint.ts';
import { messageOf } from '../../errors.ts';
import { EndpointRefused, sendForm } from '../endpoint/send.ts';
import { chatAddress } from './address.ts';
import { jsonIn, saidIn } from './answer.ts';

/** A question that is answered with JSON. */
export interface Question<T> {
  /** What is asked for, as one word: it names the schema, and what did not come. */
  readonly name: string;
  /** What stands above the question and is not part of what is asked about. */
  readonly system?: string;
  /** Text, or parts with pictures. It says itself what form the answer has: not every server heeds the schema. */
  readonly content: string | readonly object[];
  /** Of the part of JSON Schema that every server takes. */
  readonly schema: object;
  /** Takes the answer. @throws Error saying what is wrong with it, in words the model can use */
  read(value: unknown): T;
}

type Message = { role: 'system' | 'user' | 'assistant'; content: string | readonly object[] };

/** Talks to one endpoint and remembers what it takes. */
export interface ChatSession {
  /**
   * @throws EndpointRefused when the endpoint does not answer usefully, after one repair of an answer that is none
   */
  ask<T>(question: Question<T>, signal: AbortSignal): Promise<T>;
}

/** How JSON can be asked for, the surest first. The last relies on the question alone. */
const FORMATS: readonly ((name: string, schema: object) => object)[] = [
  (name, schema) => ({
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
  }),
  (_, schema) => ({ response_format: { type: 'json_object', schema } }),
  () => ({ response_format: { type: 'json_object' } }),
  () => ({}),
];

export function chatSession(endpoint: ChatEndpoint): ChatSession {
  const address = chatAddress(endpoint.url);
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
        throw new EndpointRefused(`${origin}${pathname} answered ${status}${hint(status, endpoint)}`);
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
        const repair = `That cannot be used: ${messageOf(error)}. Answer again with the JSON object alone.`;
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

/** Of an answer that cannot be used, no more than this is sent back. */
const REPEATED_CHARACTERS = 20_000;

function usable<T>(said: string, { name, read }: Question<T>, origin: string): T {
  try {
    return read(jsonIn(said));
  } catch (error) {
    throw new EndpointRefused(`${origin} was asked twice and gave no ${name}: ${messageOf(error)}`);
  }
}

function hint(status: number, { keyEnv }: ChatEndpoint): string {
  if (status === 401 || status === 403) return `: it wants another key than ${keyEnv} holds`;
  return status === 404 ? ': there is no chat there, or no such model' : '';
}
