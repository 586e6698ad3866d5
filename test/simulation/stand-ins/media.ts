/** Media programs of a day: a film is a text that says how long it lasts, and what is wrong with it. */
import { type FrameImage, MediaError, type MediaProbe, type SniffedFile } from '../../../src/media/index.ts';
import { after, chance } from '../world/clock.ts';
import { readFile, writeFile } from '../world/files.ts';

export * from '../../../src/media/index.ts';

/** The content of a film. @param fault broken: no program reads it; shaky: the machine fails now and then */
export function filmOf(seconds: number, name: string, fault: 'none' | 'broken' | 'shaky'): Buffer {
  return Buffer.from(`film ${seconds} ${fault} ${name} ${name.repeat(8)}`);
}

async function read(path: string): Promise<{ seconds: number; fault: string; size: number }> {
  const data = Buffer.from(await readFile(path));
  const [, seconds = '', fault = ''] = /^film (\d+) (\w+) /.exec(data.toString('latin1')) ?? [];
  return { seconds: Number(seconds), fault, size: data.length };
}

export async function sniffFile(path: string): Promise<SniffedFile> {
  const { fault } = await read(path);
  if (fault === '') throw new MediaError('unreadable', 'it is no film');
  return {} as SniffedFile;
}

export async function probe(path: string): Promise<MediaProbe> {
  await after(chance(300));
  const { seconds, fault, size } = await read(path);
  if (fault === 'broken') throw new MediaError('unreadable', 'its index is missing');
  if (fault === 'shaky' && chance(2) === 0) throw new Error('the machine was short of something');
  return {
    ...{ media_type: 'video', container: 'mp4', container_long: 'MP4', duration_seconds: seconds },
    ...{ claimed_seconds: null, size, bit_rate: null, start_time: 0, streams: [], chapters: [], tags: {} },
  };
}

export async function thumbnailAt(_: string, __: number, ___: object, target: string): Promise<void> {
  await after(chance(50));
  await writeFile(target, 'a picture');
}

export async function frameImages(_: string, times: readonly number[]): Promise<FrameImage[]> {
  await after(chance(200));
  return times.map((seconds) => ({ seconds, jpeg: Buffer.from(`picture at ${seconds}`) }));
}
