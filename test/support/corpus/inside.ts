/** What is made by hand: archives, pictures, songs and subtitles that are bombs or point elsewhere, and containers (containers.ts). */
import { deflateSync, gzipSync } from 'node:zlib';
import { u32 } from '../bombs/boxes.ts';
import { boxed, linked, tracks } from './containers.ts';
import type { Hostile } from './index.ts';
import type { Lure } from './players.ts';
import type { Seed } from './seeds.ts';
import { hostileTexts, songFrame, songTag, titled } from './titled.ts';

export function inside(honest: readonly Seed[], lure: Lure): Hostile[] {
  const of = (name: string, extension: string): Buffer => {
    const found = honest.find((seed) => seed.name === name && seed.extension === extension);
    if (!found) throw new Error(`there is no honest file ${name}.${extension}`);
    return found.bytes;
  };
  // Its index is last: what is changed there moves no samples.
  const film = of('late-index', 'mp4');
  const zipped = [
    ...archives().map(([name, bytes]) => ({ name: `archive-${name}`, bytes })),
    ...archives().map(([name, bytes]) => ({ name: `archive-${name}-called-a-film.mp4`, bytes })),
    ...archives().map(([name, bytes]) => ({
      name: `archive-${name}-behind-a-picture.gif`,
      bytes: Buffer.concat([of('loop', 'gif'), bytes]),
    })),
  ];
  return [
    ...zipped,
    ...boxed(film, lure),
    ...tracks(film),
    ...linked(lure, film),
    ...pictures(of('still', 'png'), of('photo', 'jpg'), lure),
    ...songs(of('layer3', 'mp3'), lure),
    ...subtitled(film),
    ...titled(of('layer3', 'mp3')),
    { name: 'empty.mp4', bytes: Buffer.alloc(0) },
    ...[1, 3, 11, 64, 4_096].map((size) => ({ name: `zeros-${size}.mp4`, bytes: Buffer.alloc(size) })),
    ...[0xff, 0x47, 0x0b].map((value) => ({ name: `only-${value}.ts`, bytes: Buffer.alloc(9_000, value) })),
  ];
}

const local = (name: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from('504b0304140000000000000000000000000000', 'hex').subarray(0, 18),
    u32(bytes.length).reverse(),
    u32(bytes.length).reverse(),
    Buffer.from([name.length, 0, 0, 0]),
    Buffer.from(name),
    bytes,
  ]);

function archives(): [string, Buffer][] {
  const zeros = gzipSync(Buffer.alloc(20_000_000), { level: 9 });
  const climbing = local('../../../../tmp/vau-owned', Buffer.from('owned'));
  return [
    ['zeros.gz', zeros],
    ['zeros-of-zeros.gz', gzipSync(zeros)],
    ['climbing.zip', climbing],
    [
      'page.docx',
      local('word/document.xml', Buffer.from('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;')),
    ],
    ['nested.zip', local('a.zip', local('b.zip', local('c.zip', zeros)))],
    ['sheet.xlsx', local('xl/workbook.xml', Buffer.from('<x/>'))],
    [
      'films.tar',
      Buffer.concat([
        Buffer.from('../../etc/cron.d/vau'.padEnd(257, '\0')),
        Buffer.from('ustar\x0000'),
        Buffer.alloc(1_000),
      ]),
    ],
    ['films.7z', Buffer.from('377abcaf271c0004ffffffffffffffffffff', 'hex')],
    ['films.rar', Buffer.from('526172211a070100ffffffff', 'hex')],
    ['films.xz', Buffer.from('fd377a585a000004ffffffff', 'hex')],
    ['program.elf', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(200)])],
    ['paper.pdf', Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/URI/URI(http://127.0.0.1:9/)>>>>endobj\n')],
  ];
}

/** Pictures whose texts, profiles and notes are bombs or point elsewhere. */
function pictures(png: Buffer, jpg: Buffer, { url, text: lure }: Lure): Hostile[] {
  const chunk = (type: string, bytes: Buffer) =>
    Buffer.concat([u32(bytes.length), Buffer.from(type), bytes, u32(0)]);
  const among = (type: string, bytes: Buffer) =>
    Buffer.concat([png.subarray(0, 33), chunk(type, bytes), png.subarray(33)]);
  const packed = deflateSync(Buffer.alloc(30_000_000), { level: 9 });
  const entity = `<!DOCTYPE x [<!ENTITY e SYSTEM "file://${lure}">]><x:xmpmeta>&e;</x:xmpmeta>`;
  const segment = (mark: number, bytes: Buffer) =>
    Buffer.concat([
      jpg.subarray(0, 2),
      Buffer.from([0xff, mark, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]),
      bytes,
      jpg.subarray(2),
    ]);
  const loop = Buffer.from(
    '457869660000492a000800000001000e0102000400000008000000080000000800000008000000',
    'hex',
  );
  const all: [string, Buffer][] = [
    ['text-bomb.png', among('zTXt', Buffer.concat([Buffer.from('a\0\0'), packed]))],
    ['profile-bomb.png', among('iCCP', Buffer.concat([Buffer.from('a\0\0'), packed]))],
    ['note-bomb.png', among('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), packed]))],
    ['entity.png', among('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${entity}`))],
    [
      'many-texts.png',
      Buffer.concat([
        png.subarray(0, 33),
        ...Array.from({ length: 4_000 }, () => chunk('tEXt', Buffer.from('k\0v'))),
        png.subarray(33),
      ]),
    ],
    ['picture-bomb.png', Buffer.concat([png.subarray(0, 33), chunk('IDAT', packed), png.subarray(-12)])],
    ['turned-in-a-circle.jpg', segment(0xe1, loop)],
    ['entity.jpg', segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${entity}`))],
    ['comment.jpg', segment(0xfe, Buffer.from(`<script src="${url}/z.js"></script><?php system('id'); ?>`))],
    [
      'profile.jpg',
      segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\xff\x01', 'latin1'), Buffer.alloc(500, 0xff)])),
    ],
    ['gif-that-is-script.gif', Buffer.from('GIF89a=1/*\0\0\0\0*/;alert(1)//')],
    ['bitmap-that-is-a-page.bmp', Buffer.from('BM<html><script>alert(1)</script>'.padEnd(200))],
    ['scan-in-a-circle.tiff', Buffer.from('49492a000800000001000001030001000000010000000800000000', 'hex')],
    [
      'scan-of-many-entries.tiff',
      Buffer.concat([Buffer.from('49492a0008000000ffff', 'hex'), Buffer.alloc(4_000, 1)]),
    ],
  ];
  return all.map(([name, bytes]) => ({ name: `pictures-${name}`, bytes }));
}

/** Songs whose tags are larger than they are, or point elsewhere. */
function songs(song: Buffer, { url, film }: Lure): Hostile[] {
  const linkTo = (address: string) => songFrame('APIC', Buffer.from(`\0-->\0\x03\0${address}`));
  const all: [string, Buffer][] = [
    ['cover-at-address', songTag(linkTo(`${url}/cover.png`))],
    ['cover-in-file', songTag(linkTo(film))],
    [
      'cover-bomb',
      songTag(
        songFrame(
          'APIC',
          Buffer.concat([
            Buffer.from('\0image/png\0\x03\0'),
            Buffer.from('89504e470d0a1a0a0000000d494844527fffffff7fffffff0806000000', 'hex'),
          ]),
        ),
      ),
    ],
    ['frame-beyond-end', songTag(songFrame('TIT2', Buffer.from('\x03x'), 9_000_000))],
    [
      'many-frames',
      songTag(...Array.from({ length: 5_000 }, (_, at) => songFrame('TXXX', Buffer.from(`\x03k${at}\0v`)))),
    ],
    [
      'many-chapters',
      songTag(
        ...Array.from({ length: 500 }, (_, at) =>
          songFrame('CHAP', Buffer.from(`c${at}\0${'\xff'.repeat(16)}`, 'latin1')),
        ),
      ),
    ],
    [
      'tag-behind-tag',
      Buffer.concat(Array.from({ length: 300 }, () => songTag(songFrame('TIT2', Buffer.from('\x03x'))))),
    ],
    ['half-a-letter', songTag(songFrame('TIT2', Buffer.from('01fffe00d8', 'hex')))],
    ['no-text', songTag(songFrame('TIT2', Buffer.from([0x03, 0xc3, 0x28, 0xff, 0xfe, 0])))],
    [
      'script',
      songTag(
        songFrame('WXXX', Buffer.from(`\0\0javascript:alert(1)`)),
        songFrame('GEOB', Buffer.from('\0text/html\0a\0b\0<script>')),
      ),
    ],
  ];
  return all.map(([name, bytes]) => ({ name: `songs-${name}.mp3`, bytes: Buffer.concat([bytes, song]) }));
}

/** An honest film with subtitles that are not. */
function subtitled(bytes: Buffer): Hostile[] {
  const line = (content: string, times = '00:00:00,000 --> 00:00:01,000') => `1\n${times}\n${content}\n`;
  const all: Record<string, string> = {
    ...Object.fromEntries(Object.entries(hostileTexts).map(([what, content]) => [what, line(content)])),
    empty: '',
    mark: '\ufeff',
    arrows: '-->\n'.repeat(20_000),
    backwards: line('x', '00:00:09,000 --> 00:00:01,000'),
    never: line('x', '99999999:00:00,000 --> 99999999:00:01,000'),
    negative: line('x', '-00:00:01,000 --> 00:00:01,000'),
    tags: line('<b>'.repeat(30_000)),
    braces: line('{\\an8}'.repeat(20_000)),
    'one-line': line('a'.repeat(900_000)),
    'many-at-once': Array.from({ length: 5_000 }, (_, at) => line(`line ${at}`)).join('\n'),
    'not-text': '\0\x01\x02'.repeat(2_000),
    voice: 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v <v <v <c.a.b.c.d>>>&lt;script&gt;',
    styled: `WEBVTT\n\nSTYLE\n::cue { background: url(http://127.0.0.1:9/) }\n\n00:00.000 --> 00:01.000 position:-9%\nx`,
    markup:
      '<?xml version="1.0"?><!DOCTYPE tt [<!ENTITY e SYSTEM "file:///etc/passwd">]><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="1s">&e;</p></div></body></tt>',
    'old-page': '<SAMI><BODY><SYNC Start=0><P>x<SYNC Start=-1><P></BODY></SAMI>',
    script: '[Script Info]\n[Events]\nFormat: Text\nDialogue: {\\fn/etc/passwd}{\\p99}m 0 0',
  };
  return Object.entries(all).map(([what, subtitles]) => ({
    name: `subtitles-${what}.mp4`,
    bytes,
    subtitles,
  }));
}
