import { signScope } from '../../links/signed.ts';
import type { Db } from '../../store/sql/schema.ts';
import { signingKey } from '../../store/sql/settings.ts';
import { previewKey, streamFacts } from './facts.ts';
import type { ShareRow } from './rows.ts';
import { type Window, windowText } from './window.ts';

/** Lifetime of links to private shares, in milliseconds. */
export const PRIVATE_LIFE_MS = 5 * 60 * 1000;

/** Stands in place of the token: public content needs none. */
export const PUBLIC_TOKEN = 'public';

/** The absolute URLs of a share. Those that do not exist yet are undefined. */
export interface ShareLinks {
  readonly page: string;
  readonly embed: string;
  readonly preview: string | undefined;
  readonly stream: string | undefined;
  readonly download: string | undefined;
  /** When stream and download links expire (Unix ms); null: never. */
  readonly expiresAt: number | null;
}

/** What links are made from: the store, the clock, and the service's URL without a trailing slash. */
export interface LinkMaker {
  readonly db: Db;
  readonly baseUrl: string;
  clock(): number;
}

/** @param window the clip to play; the whole share if left out */
export async function shareLinks(ctx: LinkMaker, row: ShareRow, window?: Window): Promise<ShareLinks> {
  const key = await signingKey(ctx.db);
  const expiresAt = row.visibility === 'public' ? null : ctx.clock() + PRIVATE_LIFE_MS;
  /** The token opens the scope, and everything below it if the scope is a folder. */
  const link = (scope: string, rest = ''): string => {
    const token = expiresAt === null ? PUBLIC_TOKEN : signScope(key, scope, expiresAt);
    return `${ctx.baseUrl}/m/${token}/${scope.split('/').map(encodeURIComponent).join('/')}${rest}`;
  };
  const page = `${ctx.baseUrl}/s/${row.id}`;
  const facts = streamFacts(row);
  const folder = window ? `clip/${windowText(window)}` : 'stream';
  return {
    page,
    embed: `${page}/embed`,
    preview: previewKey(row) === undefined ? undefined : link(`shares/${row.id}/preview.jpg`),
    stream: facts && facts.duration > 0 ? link(`shares/${row.id}/${folder}/`, 'index.m3u8') : undefined,
    download: facts && link(`shares/${row.id}/download/${downloadName(row)}`),
    expiresAt,
  };
}

/** File name of a download: the file's own, for a segment with its seconds. */
export function downloadName(row: ShareRow): string {
  const safe = row.filename.replace(/[/\\\p{Cc}]/gu, '_').replace(/^\.+/, '_') || 'media';
  if (row.segment_start === null || row.segment_end === null) return safe;
  return `${safe.replace(/\.\w{1,5}$/, '')} ${row.segment_start}-${row.segment_end}.mp4`;
}
