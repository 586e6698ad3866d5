/**
 * The share page as a visitor uses it: transcript, chapters, captions, keyboard, links to a second, appearance. With
 * VAU_PICTURES set, its screenshots are written to docs/pictures.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { film } from '../service/resources/shares/support.ts';
import { lacks, needs } from '../support/programs.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { launch, listen, position, until, type Watched, watch } from './support.ts';

const it = needs('chromium', 'ffmpeg');
const PICTURES = path.join(import.meta.dirname, '../../docs/pictures');
const WIDE = { width: 1200, height: 760 };
const PHONE = { width: 390, height: 844 };
let service: TestService;
let server: Server;
let url: string;
let browser: Browser;
let page: Page;
let seen: Watched;
let shared: string;

beforeAll(async () => {
  if (lacks('chromium', 'ffmpeg')) return;
  service = await openTestService({ requestsPerSecond: 0 });
  ({ url, server } = await listen(service));
  browser = await launch();
  const file = (await service.upload(await film(), 'harbour.mp4')).body.id;
  const about = { name: 'films', collection_type: 'rich-transcripts' };
  const collection = (await service.call('POST', '/collections', about)).body.id;
  await service.call('POST', `/collections/${collection}/media`, { file_id: file });
  const texts = {
    title: 'The Harbour Light',
    description: 'How a harbour works by night: the light, the tide, the radar and the morning market.',
  };
  shared = (await service.call('POST', '/share', { file_id: file, ...texts })).body.id;
  await service.drain();
});
afterEach(() => page?.context().close());
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await service?.close();
});

async function open(query = '', options: BrowserContextOptions = {}): Promise<void> {
  page = await (await browser.newContext({ viewport: WIDE, ...options })).newPage();
  seen = watch(page);
  await page.goto(`${url}/s/${shared}${query}`);
}

const times = (selector: string) =>
  page.$$eval(selector, (items) => items.map((item) => Number(item.getAttribute('data-start'))));

describe('the share page', () => {
  it('has a transcript whose lines play at their second, which follows, and which can be searched', async () => {
    await open();
    const starts = await times('#transcript li');
    expect(starts.length).toBeGreaterThan(3);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    await page.locator('#transcript a').nth(2).click();
    const there = await until(page, ({ time, paused }) => !paused && time >= (starts[2] ?? 0));
    expect(there.time).toBeLessThan((starts[2] ?? 0) + 3);
    await expect.poll(() => page.locator('#transcript [aria-current]').count()).toBe(1);
    const current = page.locator('#transcript li').nth(2).locator('a');
    await expect.poll(() => current.getAttribute('aria-current')).toBe('true');

    const word = /\p{L}{5,}/u.exec((await page.locator('.words').nth(3).textContent()) ?? '')?.[0] ?? '';
    await page.keyboard.press('/');
    await page.keyboard.type(word.toUpperCase());
    await expect.poll(() => page.locator('#found').textContent()).toMatch(/^\d+ lines?$/);
    expect(await page.locator('#transcript mark').first().textContent()).toMatch(new RegExp(word, 'i'));
    const shown = await page.locator('#transcript li:visible').count();
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(starts.length);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#transcript li:visible').count()).toBe(starts.length);
    expect(seen.complaints).toEqual([]);
    expect([...seen.hosts]).toEqual([new URL(url).host]);
  });

  it('has captions from speech, and chapters', async () => {
    await open();
    const cues = (kind: string) =>
      page.evaluate(`new Promise((done) => {
        const track = [...document.getElementById('player').textTracks].find((one) => one.kind === '${kind}');
        track.mode = 'hidden';
        const look = () => (track.cues && track.cues.length > 0 ? done(track.cues.length) : setTimeout(look, 50));
        look();
      })`);
    // A long line is several captions.
    expect(await cues('captions')).toBeGreaterThanOrEqual((await times('#transcript li')).length);
    const chapters = await times('.chapters li');
    expect(await cues('chapters')).toBe(chapters.length);
    await page.locator('.chapters a').last().click();
    await until(page, ({ time }) => time >= (chapters.at(-1) ?? Number.NaN) - 0.1);
  });

  it.each(['?t=27', '#t=27', '?t=0:27', '#t=27s'])('starts at the second of %s', async (query) => {
    await open(query);
    const at = await until(page, ({ time }) => time > 0);
    expect(at.time).toBeCloseTo(27, 1);
  });

  it('copies the link at this second', async () => {
    await open('?t=31', { permissions: ['clipboard-read', 'clipboard-write'] });
    await until(page, ({ time }) => time > 30);
    await page.getByRole('button', { name: 'Copy link at 0:31' }).click();
    await expect.poll(() => page.locator('#copied').textContent()).toBe('Copied.');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${url}/s/${shared}?t=31`);
  });

  it('is used with the keyboard', async () => {
    await open();
    await expect.poll(async () => (await position(page)).duration).toBeGreaterThan(60);
    await page.keyboard.press('l');
    expect((await until(page, ({ time }) => time > 9)).time).toBeLessThan(12);
    await page.keyboard.press('ArrowLeft');
    await until(page, ({ time }) => time < 6);
    await page.keyboard.press('k');
    await until(page, ({ paused }) => !paused);
    await page.keyboard.press(' ');
    await until(page, ({ paused }) => paused);
    await page.keyboard.press('c');
    const showing = `[...document.getElementById('player').textTracks].some((one) => one.kind === 'captions' && one.mode === 'showing')`;
    expect(await page.evaluate(showing)).toBe(true);
    await page.keyboard.press('m');
    expect(await page.evaluate(`document.getElementById('player').muted`)).toBe(true);
  });

  it('plays the file, and has links to each second, without scripts', async () => {
    await open('?t=12', { javaScriptEnabled: false });
    expect(await page.locator('#player').isVisible()).toBe(false);
    const plain = page.locator('noscript video');
    expect(await plain.getAttribute('src')).toMatch(/\/download\/harbour\.mp4#t=12$/);
    expect(await page.locator('#find').isVisible()).toBe(false);
    const line = page.locator('#transcript a').nth(3);
    const href = await line.getAttribute('href');
    await line.click();
    expect(page.url()).toBe(`${url}/s/${shared}${href}`);
  });

  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { colorScheme: 'light', viewport: PHONE, hasTouch: true }],
    ['phone-dark', { colorScheme: 'dark', viewport: PHONE, hasTouch: true }],
  ] as [string, BrowserContextOptions][])('looks good and is accessible: %s', async (name, options) => {
    await open('?t=27', { ...options, reducedMotion: 'reduce' });
    await until(page, ({ time, width }) => time > 26 && width > 0);
    await expect.poll(() => page.locator('#transcript [aria-current]').count()).toBe(1);
    const size = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
    const [needed, there] = size as [number, number];
    expect(needed, 'nothing is wider than the window').toBeLessThanOrEqual(there);
    if (process.env.VAU_PICTURES) {
      await mkdir(PICTURES, { recursive: true });
      await writeFile(path.join(PICTURES, `share-${name}.png`), await page.screenshot());
    }
    await page.evaluate(await readFile(axe, 'utf8'));
    const { violations } = (await page.evaluate('axe.run()')) as {
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    };
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
    expect(told).toEqual([]);
  });
});
