/** Handles a conflict with an existing share: names that share, or returns it. */
import { ApiError } from '../../client/errors.ts';
import { everyPage } from '../../client/pages.ts';
import type { Share } from '../../contract/resources/share.ts';
import { CliError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';

/** The fields that identify the only possible share of a file. */
type Wanted = Pick<Share, 'file_id' | 'file_segment_id'> & Partial<Pick<Share, 'visibility'>>;

/** Page size. */
const pageSize = 100;

/**
 * Handles the error of a refused share. @param ifAbsent true to return the existing share @returns the
 * existing share @throws CliError (exit 6) that names it; the original error if it is not a conflict or no
 * such share is found
 */
export async function presentShare(
  session: Session,
  wanted: Wanted,
  error: unknown,
  ifAbsent: boolean,
): Promise<Share> {
  if (!(error instanceof ApiError) || error.status !== 409) throw error;
  const share = await find(session, wanted).catch(() => undefined);
  if (!share) throw error;
  if (!ifAbsent) throw taken(share, error);
  session.note(`Share ${share.id} already exists; it was not changed.`);
  return share;
}

/** The share of the same file or segment with the same visibility. */
async function find(session: Session, { file_id, file_segment_id, visibility = 'public' }: Wanted) {
  const client = await session.client();
  const { signal } = session;
  const asked = { file_id, ...(file_segment_id ? { file_segment_id } : {}), visibility, limit: pageSize };
  const fetch = (query: object) => client.send('share.list', { query: { ...query } }, { signal });
  for await (const { rows } of everyPage(fetch, asked))
    for (const share of rows as Share[])
      if (
        share.file_id === file_id &&
        share.file_segment_id === file_segment_id &&
        share.visibility === visibility
      )
        return share;
  return undefined;
}

function taken(share: Share, { status, requestId }: ApiError): CliError {
  const { id, title, visibility, share_url, file_id, file_segment_id: segment } = share;
  const what = segment === undefined ? `File ${file_id}` : `Segment ${segment}`;
  const name = title ? ` "${clean(title)}"` : '';
  const message = `${what} already has a ${visibility} share: ${id}${name}, ${share_url}`;
  return new CliError(message, exit.conflict, 'conflict', {
    hint: 'Add --if-absent to return it instead of an error. vau share update changes its texts, vau share delete deletes it.',
    next: `vau share get ${id}`,
    status,
    requestId,
  });
}
