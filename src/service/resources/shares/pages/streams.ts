import { text as readText } from 'node:stream/consumers';
import type { Context } from 'hono';
import { MediaError } from '../../../../media/errors.ts';
import { PLAYLIST_NAME } from '../../../../media/hls/hls-plan.ts';
import { captionFile, oneLine } from '../../../../media/index.ts';
import type { AppEnv } from '../../../http/access/env.ts';
import { requestLog } from '../../../http/access/guards.ts';
import { type ObjectAsked, objectAsked, serveObject } from '../../../http/ranges.ts';
import type { LifecycleContext } from '../../../jobs/lifecycle/lifecycle.ts';
import { openedUntil } from '../../../links/signed.ts';
import { signingKey } from '../../../store/sql/settings.ts';
import { formatStamp } from '../../../text/timestamps.ts';
import { reasonOf } from '../../../trouble.ts';
import { shownText } from '../../../understanding/modalities/speech/format.ts';
import { mediaTypeOf } from '../../../web/media-types.ts';
import type { PageChapter, Spoken } from '../../../web/player-page.ts';
import { ClipsBusy, isOfFile } from '../../common/clip-cache.ts';
import { previewKey, streamFacts } from '../facts.ts';
import { downloadName, PUBLIC_TOKEN } from '../links.ts';
import { type ShareRow, shareById } from '../rows.ts';
import { clipProblem, type Window, windowFrom } from '../window.ts';
import { clipOf, namesIn, partsOf } from './clips.ts';
import { spokenIn } from './spoken.ts';

/** Names of the text tracks beside a playlist, and what each contains. */
export const tracks: Readonly<Record<string, (spoken: Spoken) => string>> = {
  'captions.vtt': ({ lines, seconds }) =>
    captionFile(
      lines.map((line) => ({ ...line, text: shownText(line) })),
      'vtt',
      seconds,
    ),
  'chapters.vtt': ({ chapters }) => chaptersVtt(chapters),
};

/** Chapters as WebVTT: a cue for each, with its title. */
function chaptersVtt(chapters: readonly PageChapter[]): string {
  const cues = chapters.map(({ title, start, end }) => {
    const shown = oneLine(title).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `\n${formatStamp(start, '.')} --> ${formatStamp(end, '.')}\n${shown}\n`;
  });
  return `WEBVTT\n${cues.join('')}`;
}

/** Packages a share again whose stream is lost. Its link stays; until then the share is pending. */
async function packageAgain({ db, lifecycle: waiting, log }: LifecycleContext, id: string): Promise<void> {
  const isBegun = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('shares')
      .set({ status: 'pending', stream: null })
      .where('id', '=', id)
      .where('status', '=', 'completed')
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await waiting.start(trx, 'share.package', { share_id: id });
    return numUpdatedRows > 0n;
  });
  if (isBegun) log.warn('the stream of a share is lost; it is made again', { share: id });
}

/** Cache time of a public part, in seconds. Short, so that a deleted share soon disappears everywhere. */
const PUBLIC_CACHE_SECONDS = 300;

type Asked = {
  readonly ctx: LifecycleContext;
  readonly row: ShareRow;
  readonly object: ObjectAsked;
  readonly cacheSeconds: number;
};

/**
 * GET /m/TOKEN/shares/ID/REST: the stream (`stream/index.m3u8` and its parts), a clip of it (`clip/START-END/...`), the
 * download and the picture of a share. The token is `public` for public shares; for private ones it is signed,
 * short-lived, and opens only one of these four.
 */
export async function serveShare(ctx: LifecycleContext, c: Context<AppEnv>): Promise<Response> {
  const [id, rest] = [c.req.param('id') ?? '', c.req.param('rest') ?? ''];
  const row = await shareById(ctx.db, id);
  if (!row) return gone();
  const cacheSeconds = await openedFor(ctx, row, c.req.param('token') ?? '', rest);
  if (cacheSeconds === undefined)
    return refuse(403, 'this link has expired or was changed; ask the service for a new one');
  const logged = { ...ctx, log: requestLog(ctx.log, c) };
  const answer = await part({ ctx: logged, row, object: objectAsked(c), cacheSeconds }, rest);
  // Players on other sites may read it: the token grants access, not a cookie.
  answer.headers.set('access-control-allow-origin', '*');
  answer.headers.set('cross-origin-resource-policy', 'cross-origin');
  return answer;
}

/** How long the client may cache what the token opens, in seconds; undefined if it opens nothing. */
async function openedFor(
  ctx: LifecycleContext,
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
  const track = Object.hasOwn(tracks, name) ? tracks[name] : undefined;
  if (track) return textAnswer(track(await spokenIn(ctx.db, row, window)), name, asked.cacheSeconds);
  const stored = await storedPlaylist(ctx, row.id);
  if (stored === undefined) return makeAgain(ctx, row);
  if (window) return clipped(asked, name, window, stored);
  if (name === PLAYLIST_NAME) return textAnswer(stored, name, asked.cacheSeconds);
  if (!namesIn(stored).has(name)) return gone();
  const key = `shares/${row.id}/${name}`;
  if ((await ctx.objects.size(key)) === undefined) return makeAgain(ctx, row);
  return object(asked, key, mediaTypeOf(name));
}

/** The clip's playlist, or one of its parts. */
async function clipped(asked: Asked, name: string, window: Window, whole: string): Promise<Response> {
  const { ctx, row, cacheSeconds } = asked;
  try {
    const clip = await clipOf(ctx, row, window, whole);
    if (name === PLAYLIST_NAME) return textAnswer(clip.playlist, name, cacheSeconds);
    if (!namesIn(clip.playlist).has(name)) return gone();
    const options = { contentType: mediaTypeOf(name), cacheSeconds };
    return await serveObject(partsOf(ctx.objects, clip, row.id), name, asked.object, options);
  } catch (error) {
    if (!(error instanceof ClipsBusy || error instanceof MediaError)) throw error;
    ctx.log.warn('a clip could not be made', { share: row.id, error });
    return isOfFile(error) ? refuse(422, reasonOf(error)) : later('this clip cannot be made at the moment');
  }
}

/** Packages a stream again whose files are lost. */
async function makeAgain(ctx: LifecycleContext, row: ShareRow): Promise<Response> {
  await packageAgain(ctx, row.id);
  return later('this stream is being made again');
}

function later(what: string): Response {
  const error = `${what}; try again in a few seconds`;
  return Response.json({ error }, { status: 503, headers: { 'retry-after': '5' } });
}

/** The playlist written by packaging; undefined if it is lost. */
async function storedPlaylist({ objects }: LifecycleContext, id: string): Promise<string | undefined> {
  const key = `shares/${id}/${PLAYLIST_NAME}`;
  return (await objects.size(key)) === undefined ? undefined : readText(await objects.read(key));
}

async function object(
  { ctx, object: asked, cacheSeconds }: Asked,
  key: string | undefined,
  contentType: string,
  filename?: string,
): Promise<Response> {
  if (key === undefined) return gone();
  return serveObject(ctx.objects, key, asked, {
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
