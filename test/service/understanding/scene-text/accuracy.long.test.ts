import { afterAll, describe, expect } from 'vitest';
import { readImage } from '../../../../src/service/understanding/modalities/scene-text/on-device.ts';
import { stopRecogniser } from '../../../../src/service/understanding/modalities/scene-text/recogniser.ts';
import { needs } from '../../../support/programs.ts';
import { drawFrame, type Look, linesOf } from './rendered.ts';

const it = needs('ffmpeg', 'fonts');
afterAll(() => stopRecogniser());

const fonts = ['DejaVuSans.ttf', 'DejaVuSerif.ttf', 'DejaVuSansMono.ttf'];
/** Text in two sizes, each in its usual frame. */
const sizes = [
  { size: 20, width: 640, height: 360, rows: 5 },
  { size: 36, width: 960, height: 540, rows: 6 },
];
const caption = 'fontcolor=white:box=1:boxcolor=black@0.75:boxborderw=10';
const backgrounds: Record<string, Look> = {
  plain: { background: 'color=c=0x102030:s=@', text: 'fontcolor=white' },
  gradient: { background: 'gradients=s=@:c0=0x203060:c1=0x602030:seed=7', text: 'fontcolor=white' },
  'busy, behind a caption': { background: 'mandelbrot=s=@:start_scale=0.6', text: caption },
};
const more: Record<string, Look> = {
  'dark on light': { background: 'color=c=0xe8e4d8:s=@', text: 'fontcolor=0x202020' },
  'test card, behind a caption': { background: 'testsrc2=s=@', text: caption },
  'noise, behind a caption': {
    background: 'color=c=gray:s=@,noise=alls=60:all_seed=3,boxblur=2',
    text: caption,
  },
};
const outlined: Record<string, Look> = {
  'test card': { background: 'testsrc2=s=@', text: 'fontcolor=white:borderw=2:bordercolor=black' },
  mandelbrot: {
    background: 'mandelbrot=s=@:start_scale=0.6',
    text: 'fontcolor=white:borderw=2:bordercolor=black',
  },
};
/** Text as bright as its surroundings. */
const coloured: Record<string, Look> = {
  'red on green': { background: 'color=c=0x3a8048:s=@', text: 'fontcolor=0xd04040' },
  'violet on olive': { background: 'color=c=0x707020:s=@', text: 'fontcolor=0x9048c8' },
  'orange on blue': { background: 'color=c=0x5098d8:s=@', text: 'fontcolor=0xd87828' },
  'blue on brown': { background: 'color=c=0x804820:s=@', text: 'fontcolor=0x2848d8' },
};

/** Other words in the same looks: 2 for a closer figure. */
const COPIES = Number(process.env.VAU_COPIES ?? 1);

/** Draws and reads each font in each size on each background, and counts the words that were read correctly. */
async function measure(
  looks: Record<string, Look>,
  firstSeed: number,
  { copies = 1, drawnIn = fonts }: { copies?: number; drawnIn?: readonly string[] } = {},
) {
  const missed: string[] = [];
  const counts = { words: 0, right: 0, wrong: 0 };
  let seed = firstSeed;
  for (const [name, look] of Object.entries(looks))
    for (const font of drawnIn)
      for (const form of Array.from({ length: copies }, () => sizes).flat()) {
        seed += 1;
        const lines = linesOf(seed, form);
        const read = await readImage(
          await drawFrame({ ...look, ...form, font, lines }),
          new AbortController().signal,
        );
        const found = read.flatMap(({ words }) => words.map(({ text }) => text));
        for (const word of lines.join(' ').split(' ')) {
          counts.words += 1;
          const at = found.indexOf(word);
          if (at < 0) missed.push(`${word} (${font}, ${form.size}, ${name})`);
          else counts.right += found.splice(at, 1).length;
        }
        counts.wrong += found.length;
      }
  return { ...counts, share: counts.right / counts.words, missed };
}

/** Prints a figure directly, because the reporter hides the output of passing tests. */
function print(what: string, { right, words, share, wrong }: Awaited<ReturnType<typeof measure>>): void {
  const percent = (share * 100).toFixed(1);
  process.stderr.write(
    `scene text, ${what}: ${right} of ${words} words (${percent} %), ${wrong} wrong ones\n`,
  );
}

describe('scene text on rendered frames', () => {
  it('is read correctly in 99 of 100 words: three fonts, three backgrounds, two sizes', {
    timeout: 600_000,
  }, async () => {
    const figures = await measure(backgrounds, 100, { copies: COPIES });
    print('three fonts, backgrounds and sizes', figures);
    expect(figures.words).toBeGreaterThanOrEqual(480 * COPIES);
    expect(figures.share, figures.missed.join('\n')).toBeGreaterThanOrEqual(0.99);
    expect(figures.wrong).toBeLessThanOrEqual(figures.words * 0.01);
  });

  it('is read correctly in 98 of 100 words dark on light and in captions over other pictures', {
    timeout: 600_000,
  }, async () => {
    const figures = await measure(more, 400);
    print('dark on light, captions over other pictures', figures);
    expect(figures.share, figures.missed.join('\n')).toBeGreaterThanOrEqual(0.98);
  });

  it('is read correctly in 95 of 100 words if only its colour separates it from its surroundings', {
    timeout: 600_000,
  }, async () => {
    const figures = await measure(coloured, 900, { drawnIn: fonts.slice(0, 1) });
    print('as bright as its surroundings', figures);
    expect(figures.share, figures.missed.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(figures.wrong).toBeLessThanOrEqual(figures.words * 0.02);
  });

  it('is read correctly in 93 of 100 words if only an outline separates it from a busy picture', {
    timeout: 600_000,
  }, async () => {
    const figures = await measure(outlined, 700);
    print('outlined over busy pictures', figures);
    expect(figures.share, figures.missed.join('\n')).toBeGreaterThanOrEqual(0.93);
  });
});
