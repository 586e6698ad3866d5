/** The result of one file as a line, for people. */
import type { ItemResult } from '../bulk/results.ts';
import { at } from '../model/columns.ts';
import { clean } from '../terminal/clean.ts';

/** `uploaded  ID  talk.mp4`; for a failure, the reason instead of the id. */
export function resultLine({ ok, sent, input, result, error }: ItemResult): string {
  const file = clean(String(input.path ?? input.file_id ?? ''));
  const id = at(result, 'file_id') ?? at(result, 'id');
  if (ok) return [wordFor(result, sent).padEnd(widest), ...(id === undefined ? [] : [id]), file].join('  ');
  const reason = reasonOf({ result, error });
  return `${'failed'.padEnd(widest)}  ${file}${reason === undefined ? '' : `: ${clean(reason)}`}`;
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
