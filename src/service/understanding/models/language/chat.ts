import { messageOf } from '../../../errors.ts';
import { AnswerUnusable, EndpointOverflow, EndpointRefused, ModelDeclined } from '../endpoint/errors.ts';
import type { Bounds } from '../endpoint/send.ts';
import { jsonIn, type Said } from './answer.ts';
import { endpointTeller } from './endpoint.ts';
import { localTeller } from './local/session.ts';
import type { LanguageModel } from './model.ts';
import type { Message, Question, Teller } from './question.ts';

export type { Packing, Question } from './question.ts';

/** What a session has used so far. Tokens are counted by the model's server; 0 if it does not. */
export interface ModelUsage {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}

/** Talks to one model, behind an endpoint or on this machine. */
export interface ChatSession extends Pick<Teller, 'model' | 'shares'> {
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

/** Characters of an unusable answer to send back. */
const REPEATED_CHARACTERS = 20_000;

export function chatSession(of: LanguageModel, bounds: Bounds = IN_BACKGROUND): ChatSession {
  const teller = tellerOf(of, bounds);
  const used = { calls: 0, input: 0, output: 0 };
  const tell = async (question: Question<unknown>, messages: readonly Message[], signal: AbortSignal) => {
    used.calls += 1;
    const said = await teller.tell(question, messages, signal);
    used.input += said.usage?.input ?? 0;
    used.output += said.usage?.output ?? 0;
    return said;
  };
  return {
    model: teller.model,
    shares: teller.shares,
    get usage() {
      return { ...used };
    },
    ask: async (question, signal) => {
      const messages = messagesOf(question);
      const said = await tell(question, messages, signal);
      const first = readingOf(said, question, teller);
      if ('value' in first) return first.value;
      const unusable = (wrong: string) =>
        new AnswerUnusable(`${teller.place} was asked twice and returned no ${question.name}: ${wrong}`);
      const repair = `That is not usable: ${first.wrong}. Answer again with the JSON object alone.`;
      const before = { role: 'assistant' as const, content: said.text.slice(0, REPEATED_CHARACTERS) };
      const repeated = [...messages, before, { role: 'user' as const, content: repair }];
      const again = await tell(question, repeated, signal).catch((error) => {
        throw error instanceof EndpointOverflow ? unusable(first.wrong) : error;
      });
      const second = readingOf(again, question, teller);
      if ('value' in second) return second.value;
      throw unusable(second.wrong);
    },
  };
}

function tellerOf(of: LanguageModel, bounds: Bounds): Teller {
  if ('url' in of) return endpointTeller(of, bounds);
  if ('file' in of) return localTeller(of, bounds === WHILE_WAITING);
  const refuse = () => Promise.reject(new EndpointRefused(of.problem));
  return { model: of.model, place: 'this machine', tell: refuse, shares: refuse };
}

function messagesOf({ system, content }: Question<unknown>): Message[] {
  const above: Message[] = system === undefined ? [] : [{ role: 'system', content: system }];
  return [...above, { role: 'user', content }];
}

/** The value in an answer, or what is wrong with it. @throws ModelDeclined */
function readingOf<T>(
  said: Said,
  { name, read }: Question<T>,
  { place }: Teller,
): { value: T } | { wrong: string } {
  if (said.refusal !== undefined)
    throw new ModelDeclined(`the model at ${place} gives no ${name}: ${said.refusal}`);
  try {
    return { value: read(jsonIn(said.text)) };
  } catch (error) {
    const cut = said.cutOff ? '; the answer was cut off at the length limit, so make it shorter' : '';
    return { wrong: `${messageOf(error)}${cut}` };
  }
}
