/** What a made stream is held against its plan by: the times of its samples, as its boxes say. */
import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type Made, readMade, retimed } from '../../../src/media/hls/made.ts';
import { tempFolder } from '../support.ts';
import { box, fragment, init, large, run, trak, u32, u64 } from './boxes.ts';

const { dir, at, drop } = await tempFolder();
afterAll(drop);

/** Writes a stream of these segments, and reads it. */
async function made(header: Buffer, ...segments: readonly Buffer[][]): Promise<Made> {
  const names = segments.map((_, index) => `part${index}.m4s`);
  await writeFile(at('init.mp4'), header);
  for (const [index, fragments] of segments.entries())
    await writeFile(
      at(names[index] ?? ''),
      Buffer.concat([box('styp', u32(0)), box('moof', ...fragments), box('mdat')]),
    );
  return readMade(dir, `#EXT-X-MAP:URI="init.mp4"\n${names.map((name) => `#EXTINF:1,\n${name}\n`).join('')}`);
}

const VIDEO = { id: 1, kind: 'vide', ticks: 100 };
const AUDIO = { id: 2, kind: 'soun', ticks: 1_000 };
const USUAL: [number, number][] = [
  [1, 50],
  [2, 500],
];

describe('the samples of a made stream', () => {
  it('have the times that their fragments say, with the durations of the stream, the fragment or the run', async () => {
    const found = await made(
      init(USUAL, trak(VIDEO), trak(AUDIO)),
      [fragment({ id: 1, start: 0, runs: [run(0, 2)] }), fragment({ id: 2, start: 40, runs: [run(0, 2)] })],
      [
        fragment({ id: 1, start: 100, usual: 25, runs: [run(0, 2), run(0, 1)] }),
        fragment({ id: 2, start: 1_040, runs: [run(0x100, 2, 300, 200)] }),
      ],
    );
    expect(found).toEqual({
      tracks: [
        expect.objectContaining({ kind: 'video', samples: 5, first: 0, last: 1.5, end: 1.75 }),
        expect.objectContaining({ kind: 'audio', samples: 4, first: 0.04, last: 1.34, end: 1.54 }),
      ],
      edges: [0, 1, 1.75],
    });
  });

  it('are found behind all fields that a fragment or a run may have', async () => {
    const found = await made(init(USUAL, trak(VIDEO)), [
      fragment({
        ...{ id: 1, start: 100, usual: 20, fields: 3 },
        // Place, flags of the first; and of each sample size, flags, and how much later it is shown.
        runs: [run(0x1 | 0x4 | 0x200 | 0x400 | 0x800, 2, 9, 9, 9, 9, 40, 9, 9, -10)],
      }),
      fragment({ id: 1, start: 200, fields: 2, runs: [run(0x100 | 0x800, 2, 30, 0, 70, 100)] }),
      fragment({
        id: 1,
        start: 400,
        usual: 10,
        fields: 1,
        runs: [run(0x1, 1, 9), run(0x4 | 0x100 | 0x400, 1, 9, 60, 9)],
      }),
    ]);
    expect(found.tracks).toEqual([
      expect.objectContaining({ samples: 6, first: 1.1, last: 4.1, end: expect.closeTo(4.7) }),
    ]);
  });

  it('are shown earlier by what the first time of an edit list says, and never by what is empty', async () => {
    const starts = async (...edits: number[]) => {
      const one = fragment({ id: 1, start: 100, runs: [run(0, 1)] });
      const first = async (version: 0 | 1) =>
        (await made(init(USUAL, trak({ ...VIDEO, version, edits })), [one])).tracks[0]?.first;
      const [short, long] = [await first(0), await first(1)];
      expect(long).toBe(short);
      return short;
    };
    expect(await starts()).toBe(1);
    expect(await starts(-1)).toBe(1);
    expect(await starts(0, 30)).toBe(1);
    expect(await starts(20)).toBe(0.8);
    expect(await starts(-1, 30, 40)).toBe(0.7);
  });

  it('may have times and sizes of 64 bits', async () => {
    const header = large(
      'moov',
      trak({ ...VIDEO, version: 1 }),
      large('mvex', box('trex', u32(0, 1, 1, 50))),
    );
    const start = 2 ** 33;
    const found = await made(header, [fragment({ id: 1, start, version: 1, runs: [run(0, 1)] })]);
    expect(found.tracks[0]).toMatchObject({ first: start / 100, end: start / 100 + 0.5 });
  });

  it('count only in tracks of picture and sound that are there', async () => {
    const text = { id: 3, kind: 'text', ticks: 10 };
    const handler = box('hdlr', u32(0, 0), Buffer.from('vide', 'latin1'), u32(0, 0));
    const broken = [
      box('trak', u32(0)),
      box('trak', box('mdia', box('mdhd', u32(0, 7, 7, 9, 0)), handler)),
      box('trak', box('tkhd', u32(0, 7, 7, 9, 0)), box('mdia', handler)),
    ];
    const header = init([[2, 500]], trak(text), ...broken, trak(AUDIO), trak(VIDEO));
    const stray = box('traf', box('tfhd', u32(0, 2)));
    const found = await made(header, [
      fragment({ id: 3, start: 9, runs: [run(0, 1)] }),
      fragment({ id: 2, start: 0, runs: [run(0, 1)] }),
      fragment({ id: 9, start: 9, runs: [run(0, 9)] }),
      stray,
    ]);
    expect(found.tracks).toEqual([expect.objectContaining({ kind: 'audio', samples: 1, end: 0.5 })]);
    // Without a duration of their own, samples of a track that the header says nothing of have none.
    const [unknown] = (
      await made(init([], trak(VIDEO)), [fragment({ id: 1, start: 100, runs: [run(0, 2)] })])
    ).tracks;
    expect(unknown).toMatchObject({ first: 1, last: 1, end: 1 });
  });

  it('end where a box is cut off', async () => {
    const cut = Buffer.concat([init(USUAL, trak(VIDEO)), u32(500), Buffer.from('moov')]);
    expect((await made(cut, [fragment({ id: 1, start: 0, runs: [run(0, 1)] })])).tracks).toHaveLength(1);
    const empty = Buffer.concat([box('free'), init(USUAL, trak(VIDEO))]);
    expect((await made(empty, [fragment({ id: 1, start: 0, runs: [run(0, 1)] })])).tracks).toHaveLength(1);
    const tracks = trak(VIDEO);
    const short = Buffer.concat([u32(tracks.length + 9), Buffer.from('moov'), tracks]);
    expect((await made(short, [fragment({ id: 1, start: 0, runs: [run(0, 1)] })])).tracks).toEqual([]);
    for (const size of [0, 7, 1]) {
      const broken = Buffer.concat([
        u32(size),
        Buffer.from('free'),
        u64(size === 1 ? 15 : 0),
        init(USUAL, trak(VIDEO)),
      ]);
      expect((await made(broken)).tracks, `${size}`).toEqual([]);
    }
  });
});

describe('the segments of a made stream', () => {
  it('begin with the first frame of the picture, or of what there is; the first one at 0', async () => {
    const header = init(USUAL, trak(AUDIO), trak(VIDEO));
    const sound = (start: number) => fragment({ id: 2, start, runs: [run(0, 2)] });
    const picture = (start: number) => fragment({ id: 1, start, runs: [run(0x800, 2, 20, 0)] });
    const { edges } = await made(header, [sound(0), picture(10)], [sound(900), picture(100)], [sound(2_000)]);
    // The later sample of a picture's fragment may be shown first.
    expect(edges).toEqual([0, 1.2, 2, 3]);
    const two = init(USUAL, trak(AUDIO), trak({ ...AUDIO, id: 3 }));
    const other = (start: number) => fragment({ id: 3, start, usual: 500, runs: [run(0, 2)] });
    expect((await made(two, [sound(0)], [other(700), sound(900)])).edges).toEqual([0, 0.9, 1.9]);
    expect((await made(init(USUAL, trak(AUDIO)), [sound(0)], [sound(900), sound(800)])).edges).toEqual([
      0, 0.8, 1.9,
    ]);
    expect((await made(header)).edges).toEqual([0]);
  });

  it('are as long in the playlist as they are', () => {
    const text = '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\na\n#EXTINF:9,\nb\n#EXTINF:9,\nc\n';
    expect(retimed(text, [0, 2.5, 2.5, 4.25])).toBe(
      '#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:2.500000,\na\n#EXTINF:0.001000,\nb\n#EXTINF:1.750000,\nc\n',
    );
    expect(retimed(text, [1, 2])).toContain('#EXTINF:1.000000,\na\n#EXTINF:0.000000,\nb');
  });
});
