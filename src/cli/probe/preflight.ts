/** Whether a service would take a file, told before it is sent. */
import { open } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';
import type { CollectionType } from '../../contract/resources/collection.ts';
import type { MediaProbe } from '../../media/types.ts';
import { formatBytes } from '../output/format.ts';

/** What is known of a file: what it holds, or why it cannot be read. */
export type Looked = (MediaProbe & { file: string }) | { file: string; reason: string };

/** A file and what speaks against it. */
export interface Preflight {
  file: string;
  accepted: boolean;
  /** Why it would be refused, a sentence each; empty when it would be taken. */
  reasons: string[];
  media_type: string | null;
  /** Bytes; null when it cannot be read. */
  size: number | null;
  duration_seconds: number | null;
}

/**
 * Judges a file by the rules the service has.
 * @param collectionType the type of the collection it is to join, where it is to join one
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

/** What speaks against media that can be read. Pure. */
export function refusals(probe: MediaProbe, collectionType?: CollectionType): string[] {
  const { media_type: type, size, duration_seconds: duration } = probe;
  const found: string[] = [];
  if (size > limits.uploadBytes)
    found.push(`it has ${formatBytes(size)}; one upload takes at most ${formatBytes(limits.uploadBytes)}`);
  if (type !== 'image' && duration === null)
    found.push('it does not say how long it lasts: it cannot be cut into segments');
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

/** What a file that names other files is refused for; undefined when it is none of these. */
async function playlist(file: string): Promise<string | undefined> {
  const begin = await head(file).catch(() => '');
  const found = playlists.find(([begins]) => begins.test(begin));
  return found && `it is ${found[1]}: it names other files, which are not in it`;
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
