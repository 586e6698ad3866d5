/** Checks before an upload whether a service would accept a file. */
import { open } from 'node:fs/promises';
import type { CollectionType } from '../../contract/resources/collection.ts';
import { limits } from '../../contract/values/limits.ts';
import type { MediaProbe } from '../../media/types.ts';
import { formatBytes } from '../output/format.ts';

/** The result of a probe, or why the file cannot be read. */
export type Looked = (MediaProbe & { file: string }) | { file: string; reason: string };

/** A file, and why the service would refuse it. */
export interface Preflight {
  file: string;
  accepted: boolean;
  /** The reasons, one sentence each; empty if accepted. */
  reasons: string[];
  media_type: string | null;
  /** Bytes; null when the file cannot be read. */
  size: number | null;
  duration_seconds: number | null;
}

/**
 * Checks a file by the rules of the service. @param collectionType type of the collection that the file is
 * for, if any
 */
export async function preflight(looked: Looked, collectionType?: CollectionType): Promise<Preflight> {
  if ('reason' in looked) {
    const { file, reason } = looked;
    const why = (await playlist(file)) ?? reason.replace(`${file}: `, '');
    return { file, accepted: false, reasons: [why], media_type: null, size: null, duration_seconds: null };
  }
  const { file, media_type, size, duration_seconds } = looked;
  const reasons = refusals(looked, collectionType);
  return { file, accepted: reasons.length === 0, reasons, media_type, size, duration_seconds };
}

/** The reasons to refuse readable media. Pure. */
export function refusals(probe: MediaProbe, collectionType?: CollectionType): string[] {
  const { media_type: type, size, duration_seconds: duration } = probe;
  const found: string[] = [];
  if (size > limits.uploadBytes)
    found.push(`it has ${formatBytes(size)}; an upload may have at most ${formatBytes(limits.uploadBytes)}`);
  if (type !== 'image' && duration === null)
    found.push('it has no duration, so it cannot be cut into segments');
  if (collectionType === 'face-analysis' && type === 'audio')
    found.push('it is audio; a face-analysis collection takes files with a picture');
  return found;
}

const playlists: readonly [begins: RegExp, name: string][] = [
  [/^\s*#EXTM3U/, 'an HLS playlist'],
  [/^\s*ffconcat/, 'a list of files to join'],
  [/^\s*(<\?xml[^>]*>\s*)?<MPD/, 'a DASH manifest'],
  [/^\s*\[playlist\]/i, 'a playlist'],
  [/^v=0\r?\no=/, 'a session description'],
];

/** The reason to refuse a file that only lists other files; undefined for other files. */
async function playlist(file: string): Promise<string | undefined> {
  const begin = await head(file).catch(() => '');
  const found = playlists.find(([begins]) => begins.test(begin));
  return found && `it is ${found[1]}: it refers to other files and does not contain them`;
}

async function head(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/, '');
  } finally {
    await handle.close();
  }
}
