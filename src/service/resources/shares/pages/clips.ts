import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { makeClip, planClip } from '../../../../media/hls/clip.ts';
import { initNames, parsePlaylist } from '../../../../media/hls/playlist.ts';
import type { ServiceContext } from '../../../context/context.ts';
import type { ObjectStorage } from '../../../store/objects/objects.ts';
import { fileKeys } from '../../files/keys.ts';
import type { ShareRow } from '../rows.ts';
import { type Window, windowText } from '../window.ts';

/** Clips to keep, in number and in bytes of what was encoded for them; the one used longest ago goes first. */
const MOST_CLIPS = 60;
const MOST_BYTES = 300 * 1024 ** 2;

/** Clips encoded at the same time, and requests that wait for their turn: each takes a processor for seconds. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 20;

/** Maximum time for encoding the edges of a clip, in milliseconds. */
const LONGEST_MS = 60_000;

/** A clip ready to be served. */
export interface Clip {
  readonly playlist: string;
  readonly folder: string;
  readonly bytes: number;
}

/** Thrown while too many clips are being made. */
export class ClipsBusy extends Error {}

/** What one service has made; it is made again after a restart. */
class Clips {
  readonly made = new Map<string, Promise<Clip>>();
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** Runs `work` when its turn comes. @throws ClipsBusy if too many wait already */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= MOST_AT_ONCE) {
      if (this.waiting.length >= MOST_WAITING) throw new ClipsBusy();
      await new Promise<void>((turn) => this.waiting.push(turn));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Deletes the clips beyond the limits. */
  async trim(): Promise<void> {
    let bytes = 0;
    let count = 0;
    for (const [key, making] of [...this.made].reverse()) {
      const clip = await making.catch(() => undefined);
      bytes += clip?.bytes ?? 0;
      count += 1;
      if (count === 1 || (count <= MOST_CLIPS && bytes <= MOST_BYTES)) continue;
      this.made.delete(key);
      if (clip) await rm(clip.folder, { recursive: true, force: true });
    }
  }
}

const services = new WeakMap<ObjectStorage, Clips>();

/**
 * The clip of a share, exact at both edges. It is encoded when it is first asked for.
 * @param whole playlist of the whole share
 * @throws MediaError, ClipsBusy
 */
export async function clipOf(
  ctx: ServiceContext,
  row: ShareRow,
  window: Window,
  whole: string,
): Promise<Clip> {
  const clips = services.get(ctx.objects) ?? new Clips();
  services.set(ctx.objects, clips);
  const key = `${row.id}/${windowText(window)}`;
  const known = clips.made.get(key);
  if (known && (await isThere(known))) {
    clips.made.delete(key);
    clips.made.set(key, known);
    return known;
  }
  const making = clips.inTurn(() => make(ctx, row, window, whole));
  clips.made.set(key, making);
  making.then(
    () => clips.trim(),
    () => clips.made.delete(key),
  );
  return making;
}

/** Whether it was made, and its files are still there. */
async function isThere(making: Promise<Clip>): Promise<boolean> {
  const clip = await making.catch(() => undefined);
  return clip !== undefined && (await stat(clip.folder).catch(() => undefined)) !== undefined;
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
