/** The result of one file as a line, for people. */
import path from 'node:path';
import { type ItemResult, isLate } from '../bulk/results.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { shortId } from '../output/format.ts';
import { clean } from '../terminal/clean.ts';

/** `uploaded  ID  talk.mp4`; for a failure, the reason instead of the id. On a terminal the id is short, unless `--wide`. */
export const resultLine =
  ({ io, flags }: Pick<Session, 'io' | 'flags'>) =>
  (one: ItemResult): string =>
    lineOf(one, io.terminal.out && !flags.wide ? shortId : String);

function lineOf(one: ItemResult, idOf: (id: string) => string): string {
  const { ok, sent, input, result, error } = one;
  const file = clean(String(input.path ?? input.file_id ?? ''));
  const id = at(result, 'file_id') ?? at(result, 'id');
  if (ok) {
    const word = wordFor(result, sent).padEnd(widest);
    return [
      word,
      ...(id === undefined ? [] : [idOf(String(id))]),
      `${file}${otherName(result, file, sent)}`,
    ].join('  ');
  }
  const reason = reasonOf({ result, error });
  return `${(isLate(one) ? 'late' : 'failed').padEnd(widest)}  ${file}${reason === undefined ? '' : `: ${clean(reason)}`}`;
}

/** By which name the service has a content that it had already: it is found by that one only. */
function otherName(result: unknown, file: string, sent: boolean | undefined): string {
  const name = clean(String(at(result, 'filename') ?? ''));
  return sent === false && name !== '' && name !== path.basename(file) ? ` (there as ${name})` : '';
}

/** Why it failed, if the service says so. */
export function reasonOf({ result, error }: { result?: unknown; error?: unknown }): string | undefined {
  const found = [
    at(error, 'message'),
    ...['error.message', 'error', 'status'].map((name) => at(result, name)),
  ];
  const reason = found.find((one) => one !== undefined && one !== null);
  return reason === undefined ? undefined : String(reason);
}

const widest = 'uploaded'.length;

/** `existing` for content that the service had already. */
function wordFor(result: unknown, sent: boolean | undefined): string {
  if (at(result, 'request') !== undefined || at(result, 'curl') !== undefined) return 'would send';
  if (at(result, 'in_place') !== undefined) return 'in place';
  if (sent === undefined) return 'added';
  return sent ? 'uploaded' : 'existing';
}
