import { remember } from '../remember.ts';
import type { Ffmpeg } from '../types.ts';
import { run } from './run.ts';

export type CapabilityKind = 'encoders' | 'decoders' | 'filters' | 'demuxers' | 'muxers';

const cache = new Map<string, Promise<ReadonlySet<string>>>();

/**
 * The names of an ffmpeg's encoders, filters and so on. The program is queried once per kind.
 * @throws MediaError if it cannot be run
 */
export function capabilities(ffmpeg: Ffmpeg, kind: CapabilityKind): Promise<ReadonlySet<string>> {
  const key = `${ffmpeg.path}\0${ffmpeg.version}\0${kind}`;
  return remember(cache, key, () => ask(ffmpeg, kind));
}

/** @returns whether an ffmpeg has this encoder, filter and so on */
export async function has(ffmpeg: Ffmpeg, kind: CapabilityKind, name: string): Promise<boolean> {
  return (await capabilities(ffmpeg, kind)).has(name);
}

async function ask(ffmpeg: Ffmpeg, kind: CapabilityKind): Promise<ReadonlySet<string>> {
  const args = ['-hide_banner', `-${kind}`];
  const { stdout } = await run(ffmpeg.path, args, { file: ffmpeg.path, timeoutSeconds: 30 });
  const names = new Set<string>();
  // Lines are " V..... libx264   description"; formats may have several names, as in "mov,mp4,m4a".
  for (const line of stdout.toString('utf8').split('\n')) {
    const found = /^ [A-Z.| ]{1,6} +([^\s=]+)/.exec(line)?.[1];
    for (const name of found?.split(',') ?? []) names.add(name);
  }
  return names;
}
