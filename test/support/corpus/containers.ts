/** What lies inside of containers: other films, attachments, references to files, streams that are gone or doubled. */
import { deflateSync } from 'node:zlib';
import { box, fullBox, replaced, u32 } from '../bombs/boxes.ts';
import { cluster, element, info, number, parent, text, track, whole } from '../bombs/matroska.ts';
import { nested } from '../bombs/mp4.ts';
import type { Hostile } from './index.ts';
import type { Lure } from './players.ts';

/** References of QuickTime to other files, boxes in boxes, films in films. */
export function boxed(film: Buffer, { film: lure, url }: Lure): Hostile[] {
  const elsewhere = (type: string, content: Buffer) =>
    replaced(film, 'dinf', () =>
      box('dinf', fullBox('dref', Buffer.concat([u32(1), fullBox(type, content)]))),
    );
  const reference = (address: string) =>
    box(
      'moov',
      box(
        'rmra',
        box(
          'rmda',
          box('rdrf', u32(0), Buffer.from('url '), u32(address.length + 1), Buffer.from(`${address}\0`)),
        ),
      ),
    );
  const head = box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1'));
  const deep = (type: string, depth: number): Buffer => {
    let inner: Buffer = Buffer.alloc(0);
    for (let turn = 0; turn < depth; turn += 1) inner = box(type, inner);
    return inner;
  };
  const all: [string, Buffer][] = [
    ['refers-to-file', elsewhere('url ', Buffer.from(`file://${lure}\0`))],
    ['refers-to-address', elsewhere('url ', Buffer.from(`${url}/t.mp4\0`))],
    ['refers-by-alias', elsewhere('alis', alias(lure))],
    ['movie-of-address', Buffer.concat([head, reference(`${url}/u.mov`)])],
    ['movie-of-file', Buffer.concat([head, reference(lure)])],
    ['nested', nested(film, 2_000)],
    ...['moov', 'trak', 'meta', 'udta', 'wave', 'moof'].map((type): [string, Buffer] => [
      `deep-${type}`,
      Buffer.concat([head, deep(type, 1_500)]),
    ]),
    ['film-in-film', Buffer.concat([head, box('mdat', film), film])],
    ['film-in-free', Buffer.concat([head, box('free', film)])],
    ['only-head', head],
    ['only-pictures', Buffer.concat([head, box('mdat', Buffer.alloc(5_000))])],
    ['page', Buffer.concat([head, box('uuid', Buffer.from('<html><script>alert(1)</script>')), film])],
    ['key', replaced(film, 'udta', () => box('pssh', u32(0), Buffer.alloc(16, 9), u32(0xffffffff)))],
  ];
  return all.map(([name, bytes]) => ({ name: `boxes-${name}.mov`, bytes }));
}

/** A record as Mac OS wrote it, whose only entry is a path. */
function alias(target: string): Buffer {
  const path = Buffer.from(target);
  const entry = Buffer.concat([Buffer.from([0, 2, path.length >> 8, path.length & 255]), path]);
  const head = Buffer.alloc(146);
  head.writeInt16BE(1, 126);
  head.writeInt16BE(1, 128);
  return Buffer.concat([
    head,
    entry,
    Buffer.alloc(path.length % 2),
    Buffer.from([0xff, 0xff, 0, 0]),
    Buffer.alloc(40),
  ]);
}

/** Streams that are gone, doubled, or of no known kind. */
export function tracks(film: Buffer): Hostile[] {
  const traks: Buffer[] = [];
  replaced(film, 'trak', (old) => {
    traks.push(old);
    return old;
  });
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = traks;
  const instead = (change: (old: Buffer) => Buffer) => replaced(film, 'trak', change);
  const free = (old: Buffer) => box('free', old.subarray(8));
  const all: [string, Buffer][] = [
    ['no-picture', instead((old) => (old.equals(first) ? free(old) : old))],
    ['no-sound', instead((old) => (old.equals(second) ? free(old) : old))],
    ['no-streams', instead(free)],
    ['twice', instead((old) => Buffer.concat([old, old]))],
    ['thirty-times', instead((old) => Buffer.concat(Array.from({ length: 30 }, () => old)))],
    ['swapped', instead((old) => (old.equals(first) ? second : first))],
    ...['stts', 'stsc', 'stsz', 'stco', 'stsd', 'mdhd', 'hdlr', 'stss', 'minf', 'mvhd'].flatMap(
      (type): [string, Buffer][] => [
        [`without-${type}`, replaced(film, type, (old) => box('free', old.subarray(8)))],
        [`twice-${type}`, replaced(film, type, (old) => Buffer.concat([old, old]))],
        [`empty-${type}`, replaced(film, type, () => box(type))],
      ],
    ),
  ];
  return all.map(([name, bytes]) => ({ name: `streams-${name}.mp4`, bytes }));
}

const sound = [track, cluster(0), cluster(0.1)];

/** Links of Matroska to other files, attachments that are anything, tags and chapters in each other. */
export function linked({ film: lure, url }: Lure, film: Buffer): Hostile[] {
  const attached = (name: string, mime: string, bytes: Buffer) =>
    whole(
      info(1),
      ...sound,
      parent(
        0x1941a469,
        parent(0x61a7, text(0x466e, name), text(0x4660, mime), element(0x465c, bytes), number(0x46ae, 1)),
      ),
    );
  const deep = (id: number, depth: number, leaf: Buffer): Buffer => {
    let inner = leaf;
    for (let turn = 0; turn < depth; turn += 1) inner = parent(id, inner);
    return inner;
  };
  const uid = element(0x73a4, Buffer.alloc(16, 7));
  const segment = (...more: Buffer[]) =>
    whole(parent(0x1549a966, number(0x2ad7b1, 1_000_000), uid, ...more), ...sound);
  const edition = (...more: Buffer[]) => parent(0x1043a770, parent(0x45b9, number(0x45dd, 1), ...more));
  const all: [string, Buffer][] = [
    ['next-file', segment(text(0x3e83bb, lure), element(0x3eb923, Buffer.alloc(16, 8)))],
    ['next-address', segment(text(0x3e83bb, `${url}/v.mkv`), text(0x3c83ab, `${url}/w.mkv`))],
    ['family', segment(element(0x4444, Buffer.alloc(16, 9)), element(0x7384, Buffer.from(lure)))],
    [
      'chapters-elsewhere',
      whole(
        info(1),
        edition(parent(0xb6, number(0x73c4, 1), number(0x91, 0), element(0x6e67, Buffer.alloc(16, 8)))),
        ...sound,
      ),
    ],
    ['deep-chapters', whole(info(1), edition(deep(0xb6, 3_000, number(0x91, 0))), ...sound)],
    [
      'deep-tags',
      whole(info(1), parent(0x1254c367, parent(0x7373, deep(0x67c8, 3_000, text(0x45a3, 'x')))), ...sound),
    ],
    ['deep-segments', deep(0x18538067, 2_000, whole(info(1), ...sound))],
    ['segment-in-segment', whole(whole(info(1), ...sound))],
    [
      'void-without-end',
      whole(info(1), ...sound, ...Array.from({ length: 5_000 }, () => element(0xec, Buffer.alloc(0)))),
    ],
    ['many-clusters', whole(info(1), ...sound, ...Array.from({ length: 3_000 }, () => parent(0x1f43b675)))],
    ['no-tracks', whole(info(1), cluster(0))],
    ['no-clusters', whole(info(1), track)],
    ['times-backwards', whole(info(1), track, cluster(3), cluster(2), cluster(1), cluster(0))],
    [
      'block-of-no-track',
      whole(info(1), track, parent(0x1f43b675, number(0xe7, 0), element(0xa3, Buffer.from([0x8f, 0, 0, 0])))),
    ],
    [
      'laced',
      whole(
        info(1),
        track,
        parent(0x1f43b675, number(0xe7, 0), element(0xa3, Buffer.from([0x81, 0, 0, 6, 255, 255, 255, 1]))),
      ),
    ],
    [
      'other-document',
      Buffer.from(
        whole(info(1), ...sound)
          .toString('latin1')
          .replace('matroska', '../../..'),
        'latin1',
      ),
    ],
    [
      'font',
      attached(
        'evil.ttf',
        'font/ttf',
        Buffer.concat([Buffer.from('00010000ffff', 'hex'), Buffer.alloc(300, 0xff)]),
      ),
    ],
    [
      'font-outside',
      attached('../../../../tmp/vau-owned.ttf', 'application/x-truetype-font', Buffer.from('owned')),
    ],
    ['cover-is-a-list', attached('cover.jpg', 'image/jpeg', Buffer.from(`#EXTM3U\n${url}/x.ts\n`))],
    [
      'cover-is-a-drawing',
      attached('cover.svg', 'image/svg+xml', Buffer.from(`<svg><image href="${url}/y"/></svg>`)),
    ],
    ['cover-is-a-film', attached('cover.png', 'image/png', film)],
    ['cover-is-empty', attached('cover.png', 'image/png', Buffer.alloc(0))],
    ['name-of-control', attached('\x1b[2J\0a\r\nb', 'text/html', Buffer.from('<script>alert(1)</script>'))],
    ['packed-track', whole(info(1), Buffer.concat([track.subarray(0, 12), deflateSync(track)]), cluster(0))],
  ];
  return all.map(([name, bytes]) => ({ name: `elements-${name}.mkv`, bytes }));
}
