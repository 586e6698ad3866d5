import type { chatRoles, OneOf } from '../../../contract/index.ts';
import type { ModelEndpoint } from '../../context/model-endpoint.ts';
import { messageOf } from '../../errors.ts';
import { operationAddress } from '../endpoint/address.ts';
import { EndpointOverflow, EndpointRefused } from '../endpoint/errors.ts';
import { type Bounds, sendForm } from '../endpoint/send.ts';
import { jsonIn, type Said, saidIn } from './answer.ts';
import { type Dialect, dialects, fieldsOf, simpler } from './dialect.ts';
import { AnswerUnusable, ModelDeclined } from './errors.ts';

/** A question with a JSON answer. */
export interface Question<T> {
  /** Name of the requested data, as one word, for the schema and for errors. */
  readonly name: string;
  /** Instructions above the question, separate from its content. */
  readonly system?: string;
  /**
   * Text, or parts with pictures. It must describe the answer's format itself: not every server enforces the schema.
   * Text from media belongs inside `fenced` (material.ts).
   */
  readonly content: string | readonly object[];
  /** In the part of JSON Schema that every server supports. */
  readonly schema: object;
  /** 0 to 2; default 0. */
  readonly temperature?: number | undefined;
  /** Parses the answer. @throws Error saying what is wrong with it, in words the model can use */
  read(value: unknown): T;
}

type Message = { role: OneOf<typeof chatRoles>; content: string | readonly object[] };

/** What a session has used so far. Tokens are counted by the endpoint; 0 if it does not. */
export interface ModelUsage {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}

/** Talks to one endpoint in the formats that it supports. */
export interface ChatSession {
  readonly model: string;
  readonly usage: ModelUsage;
  /**
   * Asks, and once more with the errors named if the answer is not usable.
   * @throws EndpointRefused if there is no usable answer: EndpointTimedOut, EndpointBusy (rate limit), EndpointOverflow
   *   (too long), ModelDeclined, AnswerUnusable, or itself for any other response
   */
  ask<T>(question: Question<T>, signal: AbortSignal): Promise<T>;
}

/** In the background: as patient as other work. The answers are short. */
const IN_BACKGROUND: Bounds = { tries: 4, longestWaitMs: 600_000, responseBytes: 4 * 1024 * 1024 };

/** For somebody who waits for the response. */
export const WHILE_WAITING: Bounds = { tries: 2, longestWaitMs: 5_000, responseBytes: 4 * 1024 * 1024 };

/** Longest request, in characters, pictures included. */
const REQUEST_CHARACTERS = 16 * 1024 * 1024;
/** Characters of an unusable answer to send back. */
const REPEATED_CHARACTERS = 20_000;

export function chatSession(endpoint: ModelEndpoint, bounds: Bounds = IN_BACKGROUND): ChatSession {
  const address = operationAddress(endpoint.url, 'chat/completions');
  const used = { calls: 0, input: 0, output: 0 };
  const send = async (question: Question<unknown>, messages: readonly Message[], signal: AbortSignal) => {
    let dialect: Dialect | undefined = dialects.of(address, endpoint.model);
    for (;;) {
      used.calls += 1;
      const form = formOf(endpoint, dialect, question, messages);
      const answer = await sendForm(endpoint, address, form, saidIn, signal, bounds);
      if ('result' in answer) {
        dialects.keep(address, endpoint.model, dialect);
        used.input += answer.result.usage?.input ?? 0;
        used.output += answer.result.usage?.output ?? 0;
        return answer.result;
      }
      const { status, body } = answer.reply;
      dialect = status === 400 || status === 422 ? simpler(dialect, body) : undefined;
      if (!dialect) throw refusedWith(status, address, endpoint);
    }
  };
  return {
    model: endpoint.model,
    get usage() {
      return { ...used };
    },
    ask: async (question, signal) => {
      const messages = messagesOf(question);
      const said = await send(question, messages, signal);
      const first = readingOf(said, question, address);
      if ('value' in first) return first.value;
      const repair = `That is not usable: ${first.wrong}. Answer again with the JSON object alone.`;
      const before = { role: 'assistant' as const, content: said.text.slice(0, REPEATED_CHARACTERS) };
      const again = await send(question, [...messages, before, { role: 'user', content: repair }], signal);
      const second = readingOf(again, question, address);
      if ('value' in second) return second.value;
      const { origin } = new URL(address);
      throw new AnswerUnusable(`${origin} was asked twice and returned no ${question.name}: ${second.wrong}`);
    },
  };
}

function messagesOf({ system, content }: Question<unknown>): Message[] {
  const above: Message[] = system === undefined ? [] : [{ role: 'system', content: system }];
  return [...above, { role: 'user', content }];
}

/** @throws EndpointOverflow for a request that no model would read */
function formOf(
  { model }: ModelEndpoint,
  dialect: Dialect,
  { name, schema, temperature = 0 }: Question<unknown>,
  messages: readonly Message[],
) {
  const body = JSON.stringify({ model, messages, ...fieldsOf(dialect, name, schema, temperature) });
  if (body.length > REQUEST_CHARACTERS)
    throw new EndpointOverflow(
      `the question for ${name} has ${body.length} characters; at most ${REQUEST_CHARACTERS} are sent`,
    );
  return { contentType: 'application/json', bytes: Buffer.from(body) };
}

/** The value in an answer, or what is wrong with it. @throws ModelDeclined */
function readingOf<T>(
  said: Said,
  { name, read }: Question<T>,
  address: string,
): { value: T } | { wrong: string } {
  if (said.refusal !== undefined)
    throw new ModelDeclined(`the model at ${new URL(address).origin} gives no ${name}: ${said.refusal}`);
  try {
    return { value: read(jsonIn(said.text)) };
  } catch (error) {
    const cut = said.cutOff ? '; the answer was cut off at the length limit, so make it shorter' : '';
    return { wrong: `${messageOf(error)}${cut}` };
  }
}

function refusedWith(status: number, address: string, endpoint: ModelEndpoint): EndpointRefused {
  const { origin, pathname } = new URL(address);
  return new EndpointRefused(`${origin}${pathname} responded with ${status}${hint(status, endpoint)}`);
}

function hint(status: number, { keyEnv }: ModelEndpoint): string {
  if (status === 401 || status === 403) return `: it expects another key than the one in ${keyEnv}`;
  if (status === 413) return ': the question is too long for it';
  return status === 404 ? ': it has no chat operation, or no such model' : '';
}
