import type { chatRoles, OneOf } from '../../../../../contract/index.ts';

/** What somebody said in a conversation with a local model: text alone. */
export interface LocalMessage {
  readonly role: OneOf<typeof chatRoles>;
  readonly content: string;
}

/** What is asked of a local model: an answer that fits a schema, or how many tokens texts have. */
export type LocalAsk =
  | {
      readonly type: 'answer';
      readonly messages: readonly LocalMessage[];
      /** In the part of JSON Schema that every server supports. */
      readonly schema: object;
      readonly temperature: number;
      /** Somebody waits for the answer: it comes before those of background work. */
      readonly urgent: boolean;
    }
  | { readonly type: 'count'; readonly texts: readonly string[] };

export type LocalAnswer =
  | {
      readonly type: 'answer';
      readonly text: string;
      /** The answer reached the limit of its length; it holds what was complete by then. */
      readonly cutOff: boolean;
      /** Tokens. */
      readonly input: number;
      readonly output: number;
    }
  | {
      readonly type: 'count';
      /** Tokens of each text. */
      readonly tokens: readonly number[];
      /** Tokens of a question and its answer together. */
      readonly context: number;
    };

/** The arguments of the process, as JSON. */
export interface LocalStart {
  readonly file: string;
  readonly runtime: string;
  readonly contextTokens: number;
  readonly threads: number;
}

/** The part of a context that an answer may take, and the most that it may have, in tokens. */
const ANSWER_SHARE = 1 / 4;
const ANSWER_TOKENS = 2_048;

/** Tokens that are kept free for an answer. @param context tokens of a question and its answer together */
export function answerTokens(context: number): number {
  return Math.min(ANSWER_TOKENS, Math.floor(context * ANSWER_SHARE));
}
