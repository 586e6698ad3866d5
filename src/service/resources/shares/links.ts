import { signScope } from '../../links/signed.ts';
import type { Db } from '../../store/schema.ts';
import { signingKey } from '../../store/settings.ts';
import { previewKey, streamFacts } from './facts.ts';
import type { ShareRow } from './rows.ts';
import { type Window, windowText } from './window.ts';

/** How long links of private shares work, in milliseconds. */
export const PRIVATE_LIFE_MS = 5 * 60 * 1000;

/** Stands where private shares have a token: what is public needs none. */
export const PUBLIC_TOKEN = 'public';

/** The addresses of one share, absolute. What is not there yet is undefined. */
export interface ShareLinks {
  readonly page: string;
  readonly embed: string;
  readonly preview: string | undefined;
  readonly stream: string | undefined;
  readonly download: string | undefined;
  /** When stream and download end, in Unix ms; null: never. */
  readonly expiresAt: number | null;
}

/** What links are made with: the store, the clock, and the service's address without a slash at its end. */
export interface LinkMaker {
  readonly db: Db;
  readonly baseUrl: string;
  clock(): number;
}

/** @param window the clip that the stream is to play; the whole where there is none */
export async function shareLinks(ctx: LinkMaker, row: ShareRow, window?: Window): Promise<ShareLinks> {
  const key = await signingKey(ctx.db);
  const expiresAt = row.visibility === 'public' ? null : ctx.clock() + PRIVATE_LIFE_MS;
  /** The token opens the scope, and with it everything below when the scope is a folder. */
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

/** The name a download is offered under: the file's own, of a segment with its seconds. */
export function downloadName(row: ShareRow): string {
  const safe = row.filename.replace(/[/\\\p{Cc}]/gu, '_').replace(/^\.+/, '_') || 'media';
  if (row.segment_start === null || row.segment_end === null) return safe;
  return `${safe.replace(/\.\w{1,5}$/, '')} ${row.segment_start}-${row.segment_end}.mp4`;
}
