/** What a tool is, and what it gets when it is called. */
import type * as z from 'zod';
import type { Client } from '../../client/client.ts';
import { everyItem } from '../../client/pages.ts';
import type { OperationId } from '../../contract/index.ts';
import { kindOfField } from '../../contract/values/names.ts';
import type { Session } from '../model/session.ts';
import { insteadOf } from '../names/absent.ts';
import { findNamed } from '../names/find.ts';
import { isName } from '../names/may-be-name.ts';
import type { LocalPaths } from './local-paths.ts';
import { type Answer, Refusal } from './result.ts';
import type { Rights } from './rights.ts';

/** One call of a tool. */
export interface Call {
  /** A session of its own: quiet, ended by the cancellation of the call. */
  readonly session: Session;
  /** Its client, which sends nothing that the rights do not cover. */
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly rights: Rights;
  readonly paths: LocalPaths;
  /** Tells the agent how far it is, if it wants to know. @param total undefined if unknown */
  progress(done: number, total: number | undefined, message: string): void;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The operations that it may send: they decide what is said of it. */
  readonly sends: readonly OperationId[];
  readonly run: (input: Readonly<Record<string, unknown>>, call: Call) => Promise<Answer>;
}

/** A tool whose `run` gets its input as the schema types it. */
export const tool = <Input extends z.ZodObject>(
  definition: Omit<Tool, 'run' | 'input'> & {
    readonly input: Input;
    readonly run: (input: z.output<Input>, call: Call) => Promise<Answer>;
  },
): Tool => definition as unknown as Tool;

/** The id of what was named: an id, a name, or the unique beginning of either. @throws Refusal if there is none */
export async function idOf(
  { client, signal }: Call,
  field: 'file_id' | 'collection_id' | (string & {}),
  text: string,
): Promise<string> {
  const kind = kindOfField(field);
  if (!kind || !isName(text)) return text;
  const found = await findNamed(client, kind, text, signal);
  if (found) return found.id;
  const hint = await insteadOf(client, kind, text, signal);
  throw new Refusal(`There is no ${kind.kind} with that id or name.`, 'not_found', {
    next: { tool: 'status', arguments: {} },
    ...(hint === undefined ? {} : { data: hint }),
  });
}

/** Every collection of the account. */
export async function* collectionsOf({ client, signal }: Call): AsyncGenerator<{ id: string; type: string }> {
  for await (const one of everyItem(client, 'collection.list', { query: { limit: 100 } }, signal)) {
    const { id, collection_type: type } = one as Fields;
    yield { id: String(id), type: String(type) };
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object that are wanted and there, numbers with at most three decimals. */
export function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  const there = names.flatMap((name): [string, unknown][] => {
    const found = fields[name];
    if (found === undefined || found === null) return [];
    return [[name, typeof found === 'number' ? Math.round(found * 1000) / 1000 : found]];
  });
  return Object.fromEntries(there);
}

/** The sentences about what was not heard, read or seen. */
export function gapsIn(value: unknown): { gaps?: string[] } {
  const { gaps } = (typeof value === 'object' && value !== null ? value : {}) as { gaps?: unknown };
  if (!Array.isArray(gaps) || gaps.length === 0) return {};
  return { gaps: gaps.slice(0, 5).map((gap) => short(String((gap as Fields).text ?? ''), 200)) };
}

/** A text for the head of an answer, cut to a number of characters. */
export const short = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;
