/** A share created with the real binary on the real service, with workers, played in a real browser. */
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Share, VauFile } from '../../src/contract/index.ts';
import { lacks, needs } from '../support/programs.ts';
import { emptyHome, type Home, vau } from '../support/vau.ts';
import { launch, play, until } from './support.ts';

const film = fileURLToPath(new URL('../../assets/harbour.mp4', import.meta.url));
const it = needs('chromium', 'ffmpeg');
let home: Home;
let browser: Browser;

beforeAll(async () => {
  home = await emptyHome();
  if (lacks('chromium', 'ffmpeg')) return;
  browser = await launch();
  await run('service', 'start', '--port', '0');
});
afterAll(async () => {
  await browser?.close();
  await vau(['service', 'stop'], { env: home.env });
  await home.remove();
});

/** Runs a command that must succeed; returns the API object it prints. */
async function run<T>(...args: string[]): Promise<T> {
  const { status, stdout, stderr } = await vau([...args, '-o', 'json'], { env: home.env });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

describe('vau share create --wait', () => {
  it('[SHARE-9] makes a share whose page plays, whole and in a clip window', async () => {
    const { id } = await run<VauFile>('file', 'upload', film, '--wait');
    const share = await run<Share>('share', 'create', id, '--title', 'By hand', '--wait');
    expect(share).toMatchObject({
      status: 'completed',
      file_id: id,
      stream_url: expect.stringMatching(/\.m3u8$/),
    });

    const page = await browser.newPage();
    await page.goto(share.share_url);
    await play(page);
    const playing = await until(page, ({ time }) => time > 0.5);
    await until(page, ({ time }) => time > playing.time + 0.5);

    await page.goto(`${share.share_url}?clip_start=10&clip_end=12`);
    const shown = async (name: string) => Number(await page.getAttribute('#player', `data-${name}`));
    const [start, end] = [await shown('start'), await shown('end')];
    expect(end - start).toBeCloseTo(2, 2);
    await play(page);
    expect((await until(page, ({ time, width }) => width > 0 && time > 0)).time).toBeGreaterThan(start - 0.1);
    const stopped = await until(page, ({ paused }) => paused);
    expect(Math.abs(stopped.time - end)).toBeLessThan(0.25);
  });

  it('[SHARE-3] with --clip shares that part of the film in one command', async () => {
    const { id } = await run<VauFile>('file', 'upload', film, '--wait');
    const share = await run<Share>('share', 'create', id, '--clip', '10-12.5', '--wait');
    expect(share).toMatchObject({ status: 'completed', asset_type: 'file_segment' });
    const again = await run<Share>('share', 'create', id, '--clip', '10-12.5', '--if-absent');
    expect(again.id).toBe(share.id);
    const page = await browser.newPage();
    await page.goto(share.share_url);
    await play(page);
    const { duration } = await until(page, ({ time }) => time > 0.2);
    // 0.1 s at each edge.
    expect(Math.abs(duration - 2.5)).toBeLessThan(0.2);
  });
});
