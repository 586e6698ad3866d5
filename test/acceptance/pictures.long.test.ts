/**
 * Pictures as cameras and programs write them: each is shown whole and upright, wherever it is shown. Their quarters have four
 * levels of grey, and what moves behind a picture is white, so that it is told apart.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { make, tempFolder } from '../media/support.ts';
import { locate, needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const it = needs('ffmpeg');
const run = promisify(execFile);
const { at, drop } = await tempFolder();

let service: Serving;
beforeAll(async () => {
  service = await serving();
});
afterAll(async () => {
  await service.stop();
  await drop();
});

const FOUR = "geq=lum='80*gte(X,W/2)+160*gte(Y,H/2)':cb=128:cr=128";
/** The four levels in the first frame of several, and white in the others. */
const quarters = (frames = 1) => [
  ...['-f', 'lavfi', '-i', `color=black:s=64x48:r=5:d=${frames / 5},format=yuvj420p`],
  ...['-vf', `${FOUR}${frames > 1 ? ",geq=lum='if(N,255,p(X,Y))'" : ''}`],
];
const white = ['-f', 'lavfi', '-i', 'color=white:s=64x48:r=5:d=1', '-pix_fmt', 'yuv420p'];

const still =
  (...codec: string[]) =>
  async (out: string) => {
    await make(...quarters(), ...codec, '-frames:v', '1', out);
  };
const moving =
  (...codec: string[]) =>
  (out: string) =>
    make(...quarters(5), '-c:v', 'libwebp_anim', ...codec, out);
/** The last quarter is clear, and black below: on white it is as bright as in the other pictures. */
const clear =
  (...codec: string[]) =>
  (out: string) => {
    const level = '(80*gte(X,W/2)+160*gte(Y,H/2))';
    const shade = `'${level}*lt(${level},240)'`;
    const filter = `format=rgba,geq=r=${shade}:g=${shade}:b=${shade}:a='255*lt(${level},240)'`;
    return make(
      '-f',
      'lavfi',
      '-i',
      'color=black:s=64x48:r=5:d=0.2',
      '-vf',
      filter,
      ...codec,
      '-frames:v',
      '1',
      out,
    );
  };
/** An animation that is larger than its frames, which begin at 32:24. */
const within = async (out: string) => {
  await moving('-loop', '0')(out);
  const bytes = await readFile(out);
  bytes.writeUIntLE(127, 24, 3);
  bytes.writeUIntLE(95, 27, 3);
  const frame = bytes.indexOf('ANMF') + 8;
  bytes.writeUIntLE(16, frame, 3);
  bytes.writeUIntLE(12, frame + 3, 3);
  await writeFile(out, bytes);
};
/** A picture with other media behind its end. */
const followed =
  (name: string, ...codec: string[]) =>
  async (out: string) => {
    await still()(out);
    await make(...white, ...codec, at(name));
    await writeFile(out, Buffer.concat([await readFile(out), await readFile(at(name))]));
  };
const turnedInBoxes =
  (...properties: string[]) =>
  async (out: string) => {
    await still('-c:v', 'libaom-av1', '-still-picture', '1')(out);
    await writeFile(out, withProperties(await readFile(out), properties));
  };
const turned = (orientation: number) => async (out: string) => {
  const [, ending = ''] = out.split(/\.(?=\w+$)/);
  await still(...(ending === 'webp' ? ['-lossless', '1'] : []))(out);
  await writeFile(out, WITH_ORIENTATION[ending]?.(await readFile(out), orientation) ?? '');
};

/** EXIF data of one tag. */
const exif = (orientation: number) =>
  Buffer.from(`49492a0008000000010012010300010000000${orientation}00000000000000`, 'hex');
const u32be = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex');
const u32le = (value: number) => u32be(value).reverse();

/** An AVIF whose picture has more properties, each of one byte: they are listed in ipco, and named in ipma. */
function withProperties(file: Buffer, properties: readonly string[]): Buffer {
  const at = (name: string) => file.indexOf(name) - 4;
  const grow = (name: string, bytes: number) =>
    file.writeUInt32BE(file.readUInt32BE(at(name)) + bytes, at(name));
  const boxes = properties.map((one) => Buffer.from(`\0\0\0\x09${one}`, 'latin1'));
  const [ipma, data] = [at('ipma'), at('mdat') + 8];
  const count = file[ipma + 18] ?? 0;
  const names = boxes.map((_, index) => 0x80 | (count + 1 + index));
  const place = file.indexOf(u32be(data), at('iloc'));
  file.writeUInt32BE(data + 10 * boxes.length, place);
  file[ipma + 18] = count + boxes.length;
  for (const name of ['meta', 'iprp']) grow(name, 10 * boxes.length);
  grow('ipco', 9 * boxes.length);
  grow('ipma', boxes.length);
  const end = ipma + 19 + count;
  return Buffer.concat([
    file.subarray(0, ipma),
    ...boxes,
    file.subarray(ipma, end),
    Buffer.from(names),
    file.subarray(end),
  ]);
}

/** What adds an orientation to a file that has none, by its ending. */
const WITH_ORIENTATION: Record<string, (file: Buffer, orientation: number) => Buffer> = {
  jpg: (file, orientation) =>
    Buffer.concat([
      file.subarray(0, 2),
      Buffer.from('ffe10022457869660000', 'hex'),
      exif(orientation),
      file.subarray(2),
    ]),
  png: (file, orientation) => {
    const named = Buffer.concat([Buffer.from('eXIf'), exif(orientation)]);
    const chunk = [u32be(named.length - 4), named, u32be(crc32(named))];
    return Buffer.concat([file.subarray(0, 33), ...chunk, file.subarray(33)]);
  },
  // Behind its picture, which gets a header that says so: 64 x 48.
  webp: (file, orientation) => {
    const header = Buffer.from('VP8X\x0a\0\0\0\x08\0\0\0\x3f\0\0\x2f\0\0', 'latin1');
    const data = exif(orientation);
    const body = [
      Buffer.from('WEBP'),
      header,
      file.subarray(12),
      Buffer.from('EXIF'),
      u32le(data.length),
      data,
    ];
    const whole = Buffer.concat(body);
    return Buffer.concat([Buffer.from('RIFF'), u32le(whole.length), whole]);
  },
  // Its directory is written anew at the end, with an entry more: they are in order.
  tiff: (file, orientation) => {
    const from = file.readUInt32LE(4);
    const entries = Array.from({ length: file.readUInt16LE(from) }, (_, index) =>
      file.subarray(from + 2 + 12 * index, from + 14 + 12 * index),
    );
    entries.push(exif(orientation).subarray(10, 22));
    entries.sort((one, other) => one.readUInt16LE(0) - other.readUInt16LE(0));
    const count = u32le(entries.length).subarray(0, 2);
    const whole = Buffer.concat([file, Buffer.alloc(file.length % 2), count, ...entries, u32le(0)]);
    whole.writeUInt32LE(file.length + (file.length % 2), 4);
    return whole;
  },
};

const cases: readonly [name: string, make: (out: string) => Promise<unknown>, shown?: string][] = [
  // ffmpeg before 8.1 cannot read what moves in them.
  ['moving.webp', moving('-loop', '0')],
  ['moving lossless.webp', moving('-lossless', '1', '-loop', '3')],
  ['moving within.webp', within, 'AAAAAABAACDAAAAA of 128x96'],
  ['motion photo.jpg', followed('film.mp4')],
  ['motion photo.png', followed('film.mov', '-c:v', 'libx264')],
  ['motion photo.webp', followed('film.mkv')],
  ['two pictures.jpg', followed('second.jpg', '-frames:v', '1')],
  ['still.avif', still('-c:v', 'libaom-av1', '-still-picture', '1')],
  ['sixteen bits.png', still('-pix_fmt', 'rgb48be')],
  ['sixteen bits of grey.png', still('-pix_fmt', 'gray16be')],
  ['sixteen bits.tiff', still('-pix_fmt', 'rgb48le')],
  ['palette.png', still('-pix_fmt', 'pal8')],
  ['clear.png', clear()],
  ['clear grey.png', clear('-pix_fmt', 'ya8')],
  ['clear sixteen bits.png', clear('-pix_fmt', 'rgba64be')],
  ['clear.webp', clear('-c:v', 'libwebp', '-pix_fmt', 'yuva420p')],
  ['clear lossless.webp', clear('-c:v', 'libwebp', '-lossless', '1')],
  ['clear.tiff', clear()],
  ['turned.jpg', turned(6), 'CADB of 48x64'],
  ['turned.png', turned(6), 'CADB of 48x64'],
  ['turned.webp', turned(8), 'BDAC of 48x64'],
  ['turned.tiff', turned(5), 'ACBD of 48x64'],
  ['turned.avif', turnedInBoxes('irot\x03'), 'CADB of 48x64'],
  ['turned and mirrored.avif', turnedInBoxes('irot\x01', 'imir\0'), 'ACBD of 48x64'],
  ['upside down.png', turned(3), 'DCBA of 64x48'],
  ['mirrored.webp', turned(2), 'BADC of 64x48'],
];

/** Each quarter in four cells. */
const SAME = /^(.)\1(.)\2\1\1\2\2(.)\3(.)\4\3\3\4\4$/;
/** Where the quarters are in a picture, or its cells row by row, and its size. */
async function looksLike(url: string): Promise<string> {
  await writeFile(at('fetched.jpg'), Buffer.from(await (await fetch(url)).arrayBuffer()));
  const grey = [
    '-vf',
    'showinfo,scale=4:4:flags=area,format=gray',
    '-frames:v',
    '1',
    '-f',
    'rawvideo',
    'pipe:1',
  ];
  const { stdout, stderr } = await run(locate('ffmpeg'), ['-nostdin', '-i', at('fetched.jpg'), ...grey], {
    encoding: 'buffer',
  });
  const [, size] = /showinfo.* s:(\d+x\d+)/.exec(stderr.toString('latin1')) ?? [];
  const cells = [...stdout].map((level) => 'ABCD'[Math.round(level / 80)] ?? '?').join('');
  return `${SAME.exec(cells)?.slice(1).join('') ?? cells} of ${size}`;
}

describe('a picture', () => {
  it.each(cases)('%s', async (name, write, shown = 'ABCD of 64x48') => {
    await write(at(name));
    const probed = await vau(['probe', at(name), '-o', 'json'], { env: service.home.env });
    const [{ media_type, streams }] = JSON.parse(probed.stdout);
    const { id } = (await service.upload(await readFile(at(name)), name)).body;
    const { error, media_info: info, thumbnail_url, ...file } = await service.settled(`/files/${id}`);
    const started = await service.call('POST', `/files/${id}/frames`, { strategy: 'uniform' });
    const { frames } = (await service.settled(`/frames/${started.body.frame_extraction_id}`))
      .data as unknown as {
      frames: { thumbnail_url: string }[];
    };
    const size = shown.split(' ').at(-1);
    expect({
      error,
      types: [media_type, file.media_type],
      sizes: [`${streams[0].width}x${streams[0].height}`, `${info.width}x${info.height}`],
      shown: [
        await looksLike(String(thumbnail_url)),
        ...(await Promise.all(frames.map((one) => looksLike(one.thumbnail_url)))),
      ],
    }).toEqual({ error: undefined, types: ['image', 'image'], sizes: [size, size], shown: [shown, shown] });
  });
});
