/** Names the failed files of a backfill: the attachment only has their count. */
import type { Client } from '../../client/client.ts';
import { isInterruption } from '../errors/errors.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';

/** Maximum number of files to name. */
const MOST = 100;
const pageSize = 100;

interface Failed {
  readonly id: string;
  readonly reason: string | undefined;
  readonly filename?: string | undefined;
}

/**
 * Lists the failed files on standard error, one per line, and how many the service does not name. @param
 * attachment the attachment in its last state
 */
export async function noteFailedFiles(
  session: Session,
  collectionId: string,
  attachment: unknown,
): Promise<void> {
  const files = await failedFiles(await session.client(), collectionId, attachment, session.signal);
  for (const { id, filename, reason } of files)
    session.note(
      `  ${[id, filename && clean(filename)].filter(Boolean).join('  ')}: ${clean(reason ?? 'failed')}`,
    );
  const count = at(attachment, 'files_failed');
  const unnamed = typeof count === 'number' ? count - files.length : 0;
  if (unnamed > 0)
    session.note(`  ${unnamed} ${files.length > 0 ? 'more ' : ''}failed; the service does not name them`);
}

/** Collection files with a failed run of this criterion, and collection files that failed themselves. */
async function failedFiles(
  client: Client,
  collectionId: string,
  attachment: unknown,
  signal: AbortSignal,
): Promise<Failed[]> {
  const hash = at(attachment, 'criterion_hash');
  const [files, runs] = await Promise.all([
    listed(() => failedCollectionFiles(client, collectionId, signal)),
    listed(() => failedRuns(client, hash, signal)),
  ]);
  const found = new Map(files.map((file) => [file.id, file]));
  for (const run of runs) {
    if (found.size >= MOST || found.has(run.id)) continue;
    const file = await collectionFileOf(client, collectionId, run.id, signal);
    if (file) found.set(run.id, { ...run, filename: textAt(file, 'file.filename') });
  }
  return [...found.values()];
}

/** If a list fails, its files are not named: the failed backfill is the error that matters. */
async function listed(list: () => Promise<Failed[]>): Promise<Failed[]> {
  return list().catch((error: unknown) => {
    if (isInterruption(error)) throw error;
    return [];
  });
}

async function failedCollectionFiles(
  client: Client,
  collectionId: string,
  signal: AbortSignal,
): Promise<Failed[]> {
  const query = { status: 'failed', limit: pageSize };
  const answer = await client.send(
    'media.list',
    { params: { collection_id: collectionId }, query },
    { signal },
  );
  return rowsAt(answer, 'data')
    .filter((row) => at(row, 'status') === 'failed')
    .flatMap((row) => {
      const id = textAt(row, 'file_id');
      const reason = textAt(row, 'error') ?? textAt(row, 'file.error');
      return id ? [{ id, reason, filename: textAt(row, 'file.filename') }] : [];
    });
}

async function failedRuns(client: Client, hash: unknown, signal: AbortSignal): Promise<Failed[]> {
  const found: Failed[] = [];
  let cursor: string | undefined;
  do {
    const query = { status: 'failed', limit: pageSize, ...(cursor ? { cursor } : {}) };
    const answer = await client.send('find-moments.list', { query }, { signal });
    for (const run of rowsAt(answer, 'runs')) {
      const id = fileIn(textAt(run, 'url') ?? '');
      if (id && at(run, 'status') === 'failed' && at(run, 'find_moments_config.criterion_hash') === hash)
        found.push({ id, reason: textAt(run, 'error') });
    }
    const next = textAt(answer, 'next_cursor');
    cursor = next === cursor ? undefined : next;
  } while (cursor && found.length < MOST);
  return found;
}

/** Runs name no collection: a file outside this collection belongs to another backfill. */
async function collectionFileOf(
  client: Client,
  collectionId: string,
  fileId: string,
  signal: AbortSignal,
): Promise<unknown> {
  const params = { collection_id: collectionId, file_id: fileId };
  return client.send('media.get', { params }, { signal }).catch((error: unknown) => {
    if (isInterruption(error)) throw error;
    return undefined;
  });
}

/** The id at the end of a file URI. */
const fileIn = (url: string): string | undefined => /\/([0-9a-f-]{36})$/i.exec(url)?.[1];

const rowsAt = (value: unknown, path: string): readonly unknown[] => {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
};

function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path);
  return typeof found === 'string' && found ? found : undefined;
}
