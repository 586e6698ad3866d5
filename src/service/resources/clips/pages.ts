import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from 'hono';
import { cutFile, MediaError } from '../../../media/index.ts';
import type { ServiceContext } from '../../context/context.ts';
import type { App, AppEnv } from '../../http/access/env.ts';
import { requestLog } from '../../http/access/guards.ts';
import { serveObject } from '../../http/ranges.ts';
import type { LifecycleContext } from '../../jobs/lifecycle/lifecycle.ts';
import { CUTS } from '../../links/films.ts';
import { openedUntil } from '../../links/signed.ts';
import type { ObjectStorage } from '../../store/objects/objects.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { signingKey } from '../../store/sql/settings.ts';
import { reasonOf } from '../../trouble.ts';
import { ClipsBusy, clipCache, isOfFile, type MadeClip } from '../common/clip-cache.ts';
import { fileKeys } from '../files/keys.ts';
import { type Window, windowFrom, windowText } from '../shares/window.ts';

/** Maximum time for cutting a clip, in milliseconds. */
const LONGEST_MS = 15 * 60_000;

/** Name of the clip in its folder. */
const NAME = 'clip.mp4';

const clips = clipCache<MadeClip>();

/** Adds `GET /m/TOKEN/cuts/FILE_ID/START-END.mp4`: a span of a file, cut when it is first read. */
export function clipPages(app: App, ctx: LifecycleContext): void {
  app.get(`/m/:token/${CUTS}/:id/:name`, (c) => serveClip(ctx, c));
}

/** Serves a clip, or a range of it, to anyone who holds a token for it. No sign-in: the token grants access. */
async function serveClip(ctx: LifecycleContext, c: Context<AppEnv>): Promise<Response> {
  const [token = '', id = '', name = ''] = ['token', 'id', 'name'].map((part) => c.req.param(part));
  const now = ctx.clock();
  const until = openedUntil(await signingKey(ctx.db), token, `${CUTS}/${id}/${name}`, now);
  if (until === undefined)
    return c.json({ error: 'this link has expired or was changed; ask the service for a new one' }, 403);
  const window = windowFrom(name.replace(/\.mp4$/, ''));
  if (!window || !(await isThere(ctx, id)))
    return c.json({ error: 'the file of this clip was deleted' }, 404);
  try {
    const { folder } = await clips(ctx.objects).get(`${id}/${windowText(window)}`, () =>
      make(ctx, id, window),
    );
    const asked = { range: c.req.header('range'), mayLeave: false };
    const cacheSeconds = Math.floor((until - now) / 1000);
    return await serveObject(inFolder(folder), NAME, asked, { contentType: 'video/mp4', cacheSeconds });
  } catch (error) {
    if (!(error instanceof ClipsBusy || error instanceof MediaError)) throw error;
    requestLog(ctx.log, c).warn('a clip could not be cut', { file: id, error });
    if (isOfFile(error)) return c.json({ error: reasonOf(error) }, 422);
    const again = 'this clip cannot be cut at the moment; try again in a few seconds';
    return c.json({ error: again }, 503, { 'retry-after': '5' });
  }
}

async function isThere({ db }: ServiceContext, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', id)
    .where(isKept('files'))
    .executeTakeFirst();
  return row !== undefined;
}

async function make(ctx: ServiceContext, id: string, window: Window): Promise<MadeClip> {
  const folder = await ctx.objects.tmpFolder();
  const held = ctx.objects.hold();
  try {
    const out = path.join(folder, NAME);
    await cutFile(await held.path(fileKeys.original(id)), out, {
      ffmpeg: ctx.ffmpeg,
      signal: AbortSignal.timeout(LONGEST_MS),
      startSeconds: window.start,
      endSeconds: window.end,
    });
    return { folder, bytes: (await stat(out)).size };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await held.release();
  }
}

/** The files of a folder, as a storage has them. */
const inFolder = (folder: string): Pick<ObjectStorage, 'size' | 'read'> => ({
  size: async (name) => (await stat(path.join(folder, name)).catch(() => undefined))?.size,
  read: async (name, range = {}) => createReadStream(path.join(folder, name), range),
});
