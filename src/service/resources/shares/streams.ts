import { text as readText } from 'node:stream/consumers';
import type { Context } from 'hono';
import { parsePlaylist, trimPlaylist } from '../../../media/hls/playlist.ts';
import type { ServiceContext } from '../../context/context.ts';
import type { AppEnv } from '../../http/env.ts';
import { serveObject } from '../../http/ranges.ts';
import { openedUntil } from '../../links/signed.ts';
import { signingKey } from '../../store/settings.ts';
import { tracks } from './captions.ts';
import { previewKey, streamFacts } from './facts.ts';
import { downloadName, PUBLIC_TOKEN } from './links.ts';
import { mediaTypeOf } from './media-types.ts';
import { type ShareRow, shareById } from './rows.ts';
import { spokenIn } from './spoken.ts';
import { clipProblem, windowFrom } from './window.ts';

/** Cache time of a public part, in seconds. Short, so that a deleted share soon disappears everywhere. */
const PUBLIC_CACHE_SECONDS = 300;

type Asked = {
  readonly ctx: ServiceContext;
  readonly row: ShareRow;
  readonly range: string | undefined;
  readonly cacheSeconds: number;
};

/**
 * GET /m/TOKEN/shares/ID/REST: the stream (`stream/index.m3u8` and its parts), a clip of it (`clip/START-END/...`), the
 * download and the picture of a share. The token is `public` for public shares; for private ones it is signed,
 * short-lived, and opens only one of these four.
 */
export async function serveShare(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
  const [id, rest] = [c.req.param('id') ?? '', c.req.param('rest') ?? ''];
  const row = await shareById(ctx.db, id);
  if (!row) return gone();
  const cacheSeconds = await openedFor(ctx, row, c.req.param('token') ?? '', rest);
  if (cacheSeconds === undefined)
    return refuse(403, 'this link has expired or was changed; ask the service for a new one');
  const answer = await part({ ctx, row, range: c.req.header('range'), cacheSeconds }, rest);
  // Players on other sites may read it: the token grants access, not a cookie.
  answer.headers.set('access-control-allow-origin', '*');
  answer.headers.set('cross-origin-resource-policy', 'cross-origin');
  return answer;
}

/** How long the client may cache what the token opens, in seconds; undefined if it opens nothing. */
async function openedFor(
  ctx: ServiceContext,
  row: ShareRow,
  token: string,
  rest: string,
): Promise<number | undefined> {
  if (token === PUBLIC_TOKEN) return row.visibility === 'public' ? PUBLIC_CACHE_SECONDS : undefined;
  const now = ctx.clock();
  const until = openedUntil(await signingKey(ctx.db), token, `shares/${row.id}/${rest}`, now);
  return until === undefined ? undefined : Math.floor((until - now) / 1000);
}

function part(asked: Asked, rest: string): Promise<Response> | Response {
  if (rest === 'preview.jpg') return object(asked, previewKey(asked.row), 'image/jpeg');
  const [kind, second = '', third = ''] = rest.split('/');
  const name = rest.split('/').length;
  if (kind === 'download' && name === 2) return download(asked);
  if (kind === 'stream' && name === 2) return streamed(asked, second, undefined);
  if (kind === 'clip' && name === 3) return streamed(asked, third, second);
  return gone();
}

function download(asked: Asked): Promise<Response> | Response {
  const filename = downloadName(asked.row);
  return object(asked, streamFacts(asked.row)?.download_key, mediaTypeOf(filename), filename);
}

/** The playlist, or one of its parts; for a clip, no part outside its window. */
async function streamed(asked: Asked, name: string, clip: string | undefined): Promise<Response> {
  const { ctx, row } = asked;
  const facts = streamFacts(row);
  const window = clip === undefined ? undefined : windowFrom(clip);
  if (!facts || (clip !== undefined && !window)) return gone();
  const problem = window && clipProblem(window.start, window.end, facts.duration);
  if (problem !== undefined) return refuse(400, problem);
  const stored = await storedPlaylist(ctx, row.id);
  const playlist = window ? trimPlaylist(stored, window.start, window.end).text : stored;
  if (name === 'index.m3u8') return textAnswer(playlist, name, asked.cacheSeconds);
  const track = Object.hasOwn(tracks, name) ? tracks[name] : undefined;
  if (track) return textAnswer(track(await spokenIn(ctx.db, row, window)), name, asked.cacheSeconds);
  return namesIn(playlist).has(name) ? object(asked, `shares/${row.id}/${name}`, mediaTypeOf(name)) : gone();
}

/** The playlist written by packaging. */
export async function storedPlaylist(ctx: Pick<ServiceContext, 'objects'>, id: string): Promise<string> {
  return readText(await ctx.objects.read(`shares/${id}/index.m3u8`));
}

/** The names that a playlist lets a player fetch: its parts and the init segment. */
function namesIn(playlist: string): Set<string> {
  const { header, segments } = parsePlaylist(playlist);
  const maps = header.flatMap((line) => /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line)?.[1] ?? []);
  return new Set([...maps, ...segments.map(({ uri }) => uri)]);
}

async function object(
  { ctx, range, cacheSeconds }: Asked,
  key: string | undefined,
  contentType: string,
  filename?: string,
): Promise<Response> {
  if (key === undefined) return gone();
  return serveObject(ctx.objects, key, range, {
    contentType,
    cacheSeconds,
    ...(filename === undefined ? {} : { filename }),
  });
}

function textAnswer(body: string, name: string, cacheSeconds: number): Response {
  const headers = {
    'content-type': mediaTypeOf(name),
    'cache-control': `private, max-age=${cacheSeconds}`,
  };
  return new Response(body, { headers });
}

function gone(): Response {
  return refuse(404, 'the object of this link does not exist, or no longer exists');
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
