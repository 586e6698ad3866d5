/** Picture files that hold more than is read of them: both `vau probe` and the service say so. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { tempFolder } from '../media/support.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const it = needs('ffmpeg');
const { at, drop } = await tempFolder();
let service: Serving;

beforeAll(async () => {
  service = await serving();
});
afterAll(async () => {
  await service.stop();
  await drop();
});

const [WIDTH, HEIGHT] = [64, 48];
const PIXELS = Buffer.from(Array.from({ length: WIDTH * HEIGHT }, (_, index) => index % 251));
const FIRST = 10 + PIXELS.length;

/** More entries of a page, as tag and number: NewSubfileType is 254. */
type Entries = readonly (readonly [tag: number, value: number])[];

/**
 * A grey TIFF, all of whose pages show the same.
 * @param end where the last page says that the next one is; the first one is at FIRST
 */
function tiff(pages: readonly Entries[], end = 0, little = true): Buffer {
  const u16 = (value: number) => {
    const bytes = Buffer.alloc(2);
    return little
      ? bytes.fill(Buffer.from([value & 255, value >> 8]))
      : bytes.fill(Buffer.from([value >> 8, value & 255]));
  };
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    if (little) bytes.writeUInt32LE(value);
    else bytes.writeUInt32BE(value);
    return bytes;
  };
  const usual: Entries = [
    [256, WIDTH],
    [257, HEIGHT],
    [273, 10],
    [278, HEIGHT],
    [279, PIXELS.length],
  ];
  const shorts: Entries = [
    [258, 8],
    [259, 1],
    [262, 1],
    [277, 1],
  ];
  let next = FIRST;
  const directories = pages.map((more, index) => {
    const isShort = (tag: number) => shorts.some(([one]) => one === tag);
    const entries = [...more, ...usual, ...shorts].sort(([a], [b]) => a - b);
    next += 2 + entries.length * 12 + 4;
    return Buffer.concat([
      u16(entries.length),
      ...entries.flatMap(([tag, value]) =>
        isShort(tag)
          ? [u16(tag), u16(3), u32(1), u16(value), u16(0)]
          : [u16(tag), u16(4), u32(1), u32(value)],
      ),
      u32(index === pages.length - 1 ? end : next),
    ]);
  });
  const head = [Buffer.from(little ? 'II*\0' : 'MM\0*', 'latin1'), u32(FIRST), u16(0)];
  return Buffer.concat([...head, PIXELS, ...directories]);
}

const SMALLER = [[254, 1]] as const;
const MASK = [[254, 4]] as const;
const many = Array.from({ length: 1_200 }, () => []);

describe('a TIFF', () => {
  it.each([
    ['of one page', tiff([[]]), ''],
    ['of three pages', tiff([[], [], []]), ', 3 pages: only the first is read'],
    ['of two pages, high byte first', tiff([[], []], 0, false), ', 2 pages: only the first is read'],
    ['with a preview and a mask', tiff([[], SMALLER, MASK]), ''],
    ['whose pages lead in a circle', tiff([[], []], FIRST), ', 2 pages: only the first is read'],
    ['whose page is its own next one', tiff([[]], FIRST), ''],
    ['whose next page is not there', tiff([[]], 0xffff_fff0), ''],
    ['of very many pages', tiff(many), ', more than 999 pages: only the first is read'],
  ])('%s', async (_, content, said) => {
    await writeFile(at('pages.tiff'), content);
    const { status, stdout, stderr } = await vau(['probe', at('pages.tiff')], { env: service.home.env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^type +image$/m);
    expect(stdout).toContain(`tiff (TIFF picture${said})\n`);
  });

  it('of several pages is described with a note about those that were not looked at', async () => {
    const { uri } = (await service.upload(tiff([[], []]), 'scan.tiff')).body;
    const what = { enable_speech: false, enable_audio_description: false };
    const started = await service.call('POST', '/describe', { url: uri, ...what });
    const { data, error } = await service.settled(`/describe/${started.body.job_id}`);
    expect(error).toBeUndefined();
    const { providers } = data as unknown as { providers: Record<string, string> };
    const note = 'Not all of the picture was looked at (2 pages: only the first is read).';
    expect(providers.visual_scene_description).toContain(note);
    expect(providers.scene_text).toContain(note);
  });
});
