import type { chatRoles, OneOf } from '../../../../contract/index.ts';
import type { Said } from './answer.ts';

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

export type Message = { role: OneOf<typeof chatRoles>; content: string | readonly object[] };

/** What surrounds the lines of a question, and how many of them a model with a large context gets at once. */
export interface Packing {
  /** Everything else in the question: instructions, schema, criterion. */
  readonly around: string;
  /** Characters of lines in one question. */
  readonly characters: number;
}

/** A model that answers in text, and how much it can read. */
export interface Teller {
  readonly model: string;
  /** Where it is, for errors: `http://127.0.0.1:8080`. */
  readonly place: string;
  /** @throws EndpointRefused */
  tell(question: Question<unknown>, messages: readonly Message[], signal: AbortSignal): Promise<Said>;
  /**
   * The share of a question that each line takes: lines whose shares add up to 1 or less fit into one.
   * @throws EndpointRefused
   */
  shares(lines: readonly string[], packing: Packing, signal: AbortSignal): Promise<readonly number[]>;
}
