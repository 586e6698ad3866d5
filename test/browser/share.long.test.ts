import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { addSegment, film } from '../service/resources/shares/support.ts';
import { lacks, locate, needs } from '../support/programs.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { launch, listen, play, serveHtml, until, watch } from './support.ts';

const it = needs('chromium', 'ffmpeg');
let service: TestService;
let server: Server;
let url: string;
let browser: Browser;
let page: Page;
let file: string;

beforeAll(async () => {
  if (lacks('chromium', 'ffmpeg')) return;
  service = await openTestService();
  ({ url, server } = await listen(service));
  browser = await launch();
  file = (await service.upload(await film(), 'harbour.mp4')).body.id;
});
afterEach(() => page?.close());
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await service?.close();
});

/** Creates a share and opens its page in a fresh browser context. */
async function open(body: object, query = '') {
  const { id } = (await service.call('POST', '/share', body)).body;
  await service.drain();
  page = await (await browser.newContext()).newPage();
  const seen = watch(page);
  await page.goto(`${url}/s/${id}${query}`);
  return { id, seen };
}

/** Creates small media with other codecs. */
async function make(name: string, args: string[]): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-test-'));
  try {
    await promisify(execFile)(locate('ffmpeg'), ['-v', 'error', ...args, path.join(folder, name)]);
    return await readFile(path.join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('a share in a browser', () => {
  it('[SHARE-9] plays: time advances, pictures appear, and no other host is contacted', async () => {
    const { seen } = await open({ file_id: file, title: 'The Harbour Light' });
    await play(page);
    const at = await until(page, ({ time }) => time > 1);
    expect(at).toMatchObject({ width: 640, paused: false });
    expect(at.duration).toBeCloseTo(66.9, 0);
    await until(page, ({ time }) => time > at.time + 1);
    expect([...seen.hosts]).toEqual([new URL(url).host]);
    expect(seen.complaints).toEqual([]);
    expect(await page.title()).toBe('The Harbour Light');
  });

  it('[SHARE-10] starts and stops inside its clip, and shows what is there in the film', async () => {
    const { id } = (await service.call('GET', '/share?visibility=public')).body.data[0] as { id: string };
    page = await browser.newPage();
    const seen = watch(page);
    await page.goto(`${url}/s/${id}?clip_start=27.3&clip_end=30`);
    const shown = (name: string) => page.getAttribute('#player', `data-${name}`).then(Number);
    const [start, end] = [await shown('start'), await shown('end')];
    expect(end - start).toBeCloseTo(2.7, 2);
    await play(page);
    const first = await until(page, ({ time, width }) => width > 0 && time > 0);
    expect(first.time).toBeGreaterThan(start - 0.1);
    expect(first.time).toBeLessThan(start + 1.5);
    // The radar: predominantly green, unlike the rest of the film.
    expect(first.colour[1]).toBeGreaterThan(2 * (first.colour[0] ?? 0));
    let furthest = 0;
    const last = await until(page, ({ paused, time }) => {
      furthest = Math.max(furthest, time);
      return paused;
    });
    expect(last.time).toBeGreaterThan(end - 0.15);
    expect(furthest).toBeLessThan(end + 0.25);
    await page.evaluate(`document.getElementById('player').currentTime = 60`);
    expect((await until(page, ({ time }) => time <= end + 0.05)).paused).toBe(true);
    await play(page);
    const again = await until(page, ({ paused, time }) => !paused && time < end - 0.5);
    expect(again.time).toBeGreaterThan(start - 0.1);
    expect(seen.complaints).toEqual([]);
  });

  it('[AUTH-3] a private one plays after signing in on its page', async () => {
    const { id } = await open({ file_id: file, visibility: 'private', title: 'For members' });
    expect(await page.title()).toBe('Private share');
    await page.getByLabel('Access token').fill('vau_not-known');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'unknown' }).waitFor();
    await page.getByLabel('Access token').fill(service.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${url}/s/${id}`);
    expect(await page.title()).toBe('For members');
    await play(page);
    await until(page, ({ time }) => time > 0.5);
  });

  it('[SHARE-7] with link_preview player it plays in a frame of another site', async () => {
    const segment = await addSegment(service, file, 6, 10);
    const body = { file_id: file, file_segment_id: segment, visibility: 'private', link_preview: 'player' };
    const { id } = await open(body);
    const chat = await serveHtml(`<iframe src="${url}/s/${id}/embed" width="640" height="360"></iframe>`);
    await page.goto(chat.url);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame?.waitForSelector('#player');
    await frame?.evaluate(`document.getElementById('player').play()`);
    await expect
      .poll(() => frame?.evaluate(`document.getElementById('player').currentTime`), { timeout: 60_000 })
      .toBeGreaterThan(0.5);
    chat.close();
  });

  it('[SHARE-9] codecs that browsers do not play are re-encoded', async () => {
    const bytes = await make('old.avi', [
      ...['-f', 'lavfi', '-i', 'testsrc2=s=321x181:r=15:d=3', '-f', 'lavfi', '-i', 'sine=d=3'],
      ...['-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
    ]);
    await open({ file_id: (await service.upload(bytes, 'old.avi')).body.id });
    await play(page);
    expect((await until(page, ({ time }) => time > 0.5)).width).toBeGreaterThan(300);
  });

  it('[SHARE-9] audio alone plays', async () => {
    const bytes = await make('tone.mp3', ['-f', 'lavfi', '-i', 'sine=d=3', '-c:a', 'libmp3lame']);
    const { seen } = await open({ file_id: (await service.upload(bytes, 'tone.mp3')).body.id });
    await play(page);
    await until(page, ({ time }) => time > 0.5);
    expect(seen.complaints).toEqual([]);
  });

  it('a picture is shown as it is', async () => {
    const bytes = await make('still.png', ['-f', 'lavfi', '-i', 'testsrc2=s=200x120', '-frames:v', '1']);
    const { seen } = await open({ file_id: (await service.upload(bytes, 'still.png')).body.id });
    const width = () => page.evaluate(`document.querySelector('img.media').naturalWidth`);
    await expect.poll(width).toBe(200);
    expect(seen.complaints).toEqual([]);
  });
});
