import { randomUUID } from 'node:crypto';
import { badRequest } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { checkedUrl } from '../../net/outgoing.ts';
import { toJson } from '../../store/sql/json.ts';
import { displayName } from '../../text/display-name.ts';
import { FILE_URI, findFile } from '../common/lookup.ts';
import { insertFile, newFile, tryAgain } from './rows.ts';

/**
 * The account's file for a URL. The same URL gives the same file; a failed one is retried.
 * @returns its id
 * @throws 400 for a URL that is not http(s), or on a private network
 */
export async function syncFile(
  ctx: RequestContext,
  address: string,
  metadata?: Record<string, unknown>,
): Promise<string> {
  const url = checkedUrl(address, ctx.config.allowPrivateAddresses);
  url.hash = '';
  return ctx.db.transaction().execute(async (trx) => {
    // Deleted ones too: a deletion takes the source from its file.
    const known = await trx
      .selectFrom('files')
      .select(['id', 'status'])
      .where('account_id', '=', ctx.accountId)
      .where('source_url', '=', url.href)
      .executeTakeFirst();
    if (known?.status === 'failed') await tryAgain(ctx, trx, known.id);
    if (known) return known.id;
    const id = randomUUID();
    const row = newFile(ctx, {
      id,
      filename: nameIn(url),
      metadata: toJson(metadata),
      source: 'http',
      source_url: url.href,
      enable_segment_thumbnails: 1,
    });
    await insertFile(ctx, trx, row);
    return id;
  });
}

function nameIn(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return displayName(decodeURIComponent(last));
  } catch {
    return displayName(last);
  }
}

/**
 * The file that a `url` field names: a file's own uri, or a URL to ingest.
 * @returns the file's id
 * @throws 400 for any other kind of URL, 404 for the uri of an unknown file
 */
export async function fileNamed(ctx: RequestContext, url: string): Promise<string> {
  if (url.startsWith(FILE_URI)) return (await findFile(ctx, url.slice(FILE_URI.length))).id;
  if (!/^https?:/i.test(url))
    throw badRequest(`field url must be an http(s) URL, or a file's uri (${FILE_URI}ID)`);
  return syncFile(ctx, url);
}
