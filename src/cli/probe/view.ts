/** Shows a probe to people: one file in detail, or one row per file. */

import { type Column, column } from '../model/columns.ts';
import { formatBytes } from '../output/format.ts';
import { table } from '../output/table.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { bitRate, clock, codec, streamDetails, summary } from './describe.ts';
import type { Preflight } from './preflight.ts';
import type { Probed } from './probe-files.ts';

/** The columns for several files. */
export const manyColumns: readonly Column[] = [
  column('file'),
  column('media_type', 'text', 'type'),
  column('container'),
  column('duration_seconds', 'duration', 'duration'),
  column('size', 'bytes'),
  column('bit_rate', 'rate'),
  { header: 'video', value: (row) => summary(row as Probed, 'video') },
  { header: 'audio', value: (row) => summary(row as Probed, 'audio') },
  { header: 'chapters', value: (row) => (row as Probed).chapters.length || '' },
];

/** The columns of a preflight. */
export const preflightColumns: readonly Column[] = [
  column('file'),
  { header: 'accepted', value: (row) => ((row as Preflight).accepted ? 'yes' : 'no') },
  column('media_type', 'text', 'type'),
  column('duration_seconds', 'duration', 'duration'),
  column('size', 'bytes'),
  { header: 'reasons', value: (row) => (row as Preflight).reasons.join('; ') },
];

const streamColumns: readonly Column[] = [
  column('index', 'number', '#'),
  column('type', 'text', 'stream'),
  { header: 'codec', value: (row) => codec(row as Probed['streams'][number]) },
  column('language'),
  { header: 'details', value: (row) => streamDetails(row as Probed['streams'][number]) },
];

const chapterColumns: readonly Column[] = [
  { header: 'chapter', value: (row) => clock((row as Probed['chapters'][number]).start, true) },
  { header: 'end', value: (row) => clock((row as Probed['chapters'][number]).end, true) },
  column('title'),
];

/** The duration, and what the header claims if it is wrong. */
function duration({ duration_seconds: seconds, claimed_seconds: claimed }: Probed): string {
  const shown = clock(seconds, true);
  return claimed === null ? shown : `${shown} (its header claims ${clock(claimed, true)})`;
}

/** All details of one file, in sections. */
export async function oneFile(io: Io, probed: Probed): Promise<string> {
  const facts: [string, string][] = [
    ['file', probed.file],
    ['type', probed.media_type ?? 'unknown'],
    ['container', `${probed.container} (${probed.container_long})`],
    ['duration', duration(probed)],
    ['size', `${formatBytes(probed.size)} (${probed.size} bytes)`],
    ['bit rate', bitRate(probed.bit_rate)],
    ['starts at', probed.start_time ? `${probed.start_time} s` : ''],
    ...Object.entries(probed.tags).map(([name, value]): [string, string] => [`tag ${name}`, value]),
  ];
  const shown = facts.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  const head = shown.map(
    ([name, value]) => `${io.paint('out', 'bold', clean(name).padEnd(width))}  ${clean(value)}\n`,
  );
  const sections = [
    head.join(''),
    await table(io, probed.streams, streamColumns),
    await table(io, probed.chapters, chapterColumns),
  ];
  return sections.filter(Boolean).join('\n');
}
