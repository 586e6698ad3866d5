import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { makeClip, planClip } from '../../../../media/hls/clip.ts';
import { initNames, parsePlaylist } from '../../../../media/hls/playlist.ts';
import type { ServiceContext } from '../../../context/context.ts';
import type { ObjectStorage } from '../../../store/objects/objects.ts';
import { clipCache, type MadeClip } from '../../common/clip-cache.ts';
import { fileKeys } from '../../files/keys.ts';
import type { ShareRow } from '../rows.ts';
import { type Window, windowText } from '../window.ts';

/** Maximum time for encoding the edges of a clip, in milliseconds. */
const LONGEST_MS = 60_000;

/** A clip ready to be served. */
export interface Clip extends MadeClip {
  readonly playlist: string;
}

const clips = clipCache<Clip>();

/**
 * The clip of a share, exact at both edges. It is encoded when it is first asked for.
 * @param whole playlist of the whole share
 * @throws MediaError, ClipsBusy
 */
export function clipOf(ctx: ServiceContext, row: ShareRow, window: Window, whole: string): Promise<Clip> {
  return clips(ctx.objects).get(`${row.id}/${windowText(window)}`, () => make(ctx, row, window, whole));
}

async function make(ctx: ServiceContext, row: ShareRow, window: Window, whole: string): Promise<Clip> {
  const folder = await ctx.objects.tmpFolder();
  const held = ctx.objects.hold();
  try {
    const parts = planClip(whole, window.start, window.end);
    const playlist = await makeClip(
      await held.path(fileKeys.original(row.file_id)),
      folder,
      { whole, parts },
      {
        ffmpeg: ctx.ffmpeg,
        signal: AbortSignal.timeout(LONGEST_MS),
        offsetSeconds: row.segment_start ?? 0,
      },
    );
    return { playlist, folder, bytes: await bytesOf(folder, playlist) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await held.release();
  }
}

async function bytesOf(folder: string, playlist: string): Promise<number> {
  let bytes = 0;
  for (const name of namesIn(playlist)) {
    const file = encodedFile(folder, name);
    if (file !== undefined) bytes += (await stat(file)).size;
  }
  return bytes;
}

/** The names that a playlist lets a player fetch: its parts and the init segments. */
export function namesIn(playlist: string): Set<string> {
  return new Set([...initNames(playlist), ...parsePlaylist(playlist).segments.map(({ uri }) => uri)]);
}

/** The file of a name that was encoded for a clip; undefined for a part of the whole stream. */
function encodedFile(folder: string, name: string): string | undefined {
  const [, cut, file] = /^(\d)-([\w.]+)$/.exec(name) ?? [];
  return cut === undefined || file === undefined ? undefined : path.join(folder, cut, file);
}

/** Reads a name of the clip's playlist: what was encoded for it, or a part of the whole stream. */
export function partsOf(
  objects: ObjectStorage,
  { folder }: Clip,
  id: string,
): Pick<ObjectStorage, 'size' | 'read'> {
  const keyOf = (name: string) => `shares/${id}/${name}`;
  return {
    size: async (name) => {
      const file = encodedFile(folder, name);
      if (file === undefined) return objects.size(keyOf(name));
      return (await stat(file).catch(() => undefined))?.size;
    },
    read: async (name, range = {}): Promise<Readable> => {
      const file = encodedFile(folder, name);
      return file === undefined ? objects.read(keyOf(name), range) : createReadStream(file, range);
    },
  };
}
