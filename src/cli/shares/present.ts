/** A second share of the same thing is a conflict: names the one that is there, or gives it in its place. */
import { ApiError } from '../../client/errors.ts';
import { everyPage } from '../../client/pages.ts';
import type { Share } from '../../contract/resources/share.ts';
import { CliError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';

/** Which share of a file there can be only one of. */
type Wanted = Pick<Share, 'file_id' | 'file_segment_id'> & Partial<Pick<Share, 'visibility'>>;

/** Rows of a page of shares. */
const pageSize = 100;

/**
 * What to do when a share was refused.
 * @param ifAbsent true to take the share that is there
 * @returns the share that is there
 * @throws CliError (exit 6) that names it, or the error itself where it is another one or no such share is found
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
  session.note(`Share ${share.id} is there already, and is left as it is.`);
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
  const message = `${what} has a ${visibility} share already: ${id}${name}, ${share_url}`;
  return new CliError(message, exit.conflict, 'conflict', {
    hint: '--if-absent gives that one in place of an error. vau share update changes its texts, vau share delete removes it.',
    next: `vau share get ${id}`,
    status,
    requestId,
  });
}
