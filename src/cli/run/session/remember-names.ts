/**
 * Names for the completion of shells: which must answer at once, without a start of Node and without a request. Each list
 * of collections or files replaces what the last one said.
 */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '../../../client/client.ts';
import { cacheFolder } from '../../../config/paths.ts';
import type { OperationId } from '../../../contract/operations/index.ts';
import { isRecord } from '../../../contract/record.ts';
import { makeFolder } from '../../../media/files.ts';

/** Lists whose rows have names, and the file of each; completions read it by that name. */
const lists: Partial<Record<OperationId, { readonly file: string; readonly field: string }>> = {
  'collection.list': { file: 'collections', field: 'name' },
  'file.list': { file: 'files', field: 'filename' },
};

/** Parameters of a list that leave nothing out. */
const whole = ['limit', 'offset', 'sort', 'order', 'order_by'];

/** More than these are no help on a terminal, and take time to read. */
const most = { names: 2000, length: 200 };

/** The client, which keeps the names in lists that it reads. */
export const remembering = (client: Client, env: NodeJS.ProcessEnv): Client => ({
  ...client,
  async send(id, parts, options) {
    const answer = await client.send(id, parts, options);
    remember(env, id, parts.query ?? {}, answer);
    return answer;
  },
});

/**
 * Keeps the names in the answer of a list that was not filtered; any other answer is left alone. A cache that cannot be
 * written is no error. @param query as it was sent
 */
function remember(
  env: NodeJS.ProcessEnv,
  operation: OperationId,
  query: Readonly<Record<string, unknown>>,
  answer: unknown,
): void {
  const list = lists[operation];
  if (!list || !isRecord(answer) || !Array.isArray(answer.data)) return;
  if (Object.keys(query).some((name) => !whole.includes(name))) return;
  const names = answer.data.flatMap((row) => nameIn(row, list.field)).slice(0, most.names);
  const folder = path.join(cacheFolder(env), 'names');
  const file = path.join(folder, list.file);
  try {
    makeFolder(folder, 0o700);
    if (Number(query.offset ?? 0) > 0) append(file, names);
    else replace(file, names);
  } catch {
    // Completion then offers what it has.
  }
}

function replace(file: string, names: readonly string[]): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, linesOf(names), { mode: 0o600 });
  renameSync(temporary, file);
}

/** What a later page has beyond what is there. */
function append(file: string, names: readonly string[]): void {
  const there = new Set(readFileSync(file, 'utf8').split('\n'));
  const more = names.filter((name) => !there.has(name)).slice(0, Math.max(0, most.names - there.size));
  appendFileSync(file, linesOf(more));
}

const linesOf = (names: readonly string[]): string => [...new Set(names)].map((name) => `${name}\n`).join('');

/** A name that fits into a line: others come from someone who wants to write on the terminal. */
function nameIn(row: unknown, field: string): string[] {
  const name = isRecord(row) ? row[field] : undefined;
  const fits = typeof name === 'string' && name !== '' && name.length <= most.length;
  return fits && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) ? [name] : [];
}
