/** Which files of a backfill failed: the interface counts them on the attachment and names them elsewhere. */
import type { Client } from '../../client/client.ts';
import { isInterruption } from '../errors/errors.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';

/** Most files that are looked for and named. */
const MOST = 100;
const pageSize = 100;

interface Failed {
  readonly id: string;
  readonly reason: string | undefined;
  readonly filename?: string | undefined;
}

/**
 * Lists the files that failed on standard error, a line each, and says how many the service does not name.
 * @param attachment the attachment as it was last seen
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
    session.note(`  ${unnamed} ${files.length > 0 ? 'more ' : ''}failed that the service does not name`);
}

/** Runs of this criterion over members that failed, and members that could not be processed at all. */
async function failedFiles(
  client: Client,
  collectionId: string,
  attachment: unknown,
  signal: AbortSignal,
): Promise<Failed[]> {
  const hash = at(attachment, 'criterion_hash');
  const [members, runs] = await Promise.all([
    listed(() => failedMembers(client, collectionId, signal)),
    listed(() => failedRuns(client, hash, signal)),
  ]);
  const found = new Map(members.map((member) => [member.id, member]));
  for (const run of runs) {
    if (found.size >= MOST || found.has(run.id)) continue;
    const member = await memberNamed(client, collectionId, run.id, signal);
    if (member) found.set(run.id, { ...run, filename: textAt(member, 'file.filename') });
  }
  return [...found.values()];
}

/** What cannot be listed is not named; why is no news beside a backfill that failed. */
async function listed(list: () => Promise<Failed[]>): Promise<Failed[]> {
  return list().catch((error: unknown) => {
    if (isInterruption(error)) throw error;
    return [];
  });
}

async function failedMembers(client: Client, collectionId: string, signal: AbortSignal): Promise<Failed[]> {
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

/** Runs name no collection: a file that is no member belongs to another backfill. */
async function memberNamed(
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

/** The id at the end of a file's uri. */
const fileIn = (url: string): string | undefined => /\/([0-9a-f-]{36})$/i.exec(url)?.[1];

const rowsAt = (value: unknown, path: string): readonly unknown[] => {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
};

function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path);
  return typeof found === 'string' && found ? found : undefined;
}
