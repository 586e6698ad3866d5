/**
 * The service's own pages as people use them, on a real film. With VAU_PICTURES set, the screenshots that
 * docs/pages.md shows are written to docs/pictures.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { film } from '../service/resources/shares/support.ts';
import { startOfHarbour } from '../support/film.ts';
import { lacks, needs } from '../support/programs.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { launch, listen, type Watched, watch } from './support.ts';

const it = needs('chromium', 'ffmpeg');
const PICTURES = path.join(import.meta.dirname, '../../docs/pictures');
const WIDE = { width: 1200, height: 800 };
const PHONE = { width: 390, height: 844 };
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let service: TestService;
let server: Server;
let url: string;
let browser: Browser;
let pages: Record<string, string>;

beforeAll(async () => {
  if (lacks('chromium', 'ffmpeg')) return;
  service = await openTestService({ requestsPerSecond: 0 });
  ({ url, server } = await listen(service));
  browser = await launch();
  const whole = (await service.upload(await film(), 'The Harbour Light.mp4')).body.id;
  const others = [];
  for (const [name, seconds] of [
    ['Night watch.mp4', 20],
    ['Rehearsal.mp4', 8],
  ] as const)
    others.push((await service.upload(await startOfHarbour(seconds), name)).body.id);
  const broken = (await service.upload('nothing', 'Interview.flac')).body.id;
  const create = async (name: string, collection_type: string, files: string[], more: object = {}) => {
    const { id } = (await service.call('POST', '/collections', { name, collection_type, ...more })).body;
    for (const file_id of files) await service.call('POST', `/collections/${id}/media`, { file_id });
    return id;
  };
  const description = 'How a harbour works by night: the light, the tide, the radar and the morning market.';
  const harbour = await create('Harbour films', 'rich-transcripts', [whole, ...others, broken], {
    description,
  });
  await create('Archive', 'metadata', [whole, ...others]);
  const demo = path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
  const photograph = await readFile(path.join(demo, 'demo/sample1.jpg'));
  const image = (await service.upload(photograph, 'Three people.jpg')).body.id;
  await create('Faces', 'face-analysis', [image]);
  await service.call('POST', '/share', { file_id: whole, title: 'The Harbour Light' });
  const receiver = { endpoint: 'http://127.0.0.1:9/hook', description: 'Newsroom' };
  const webhook = (await service.call('POST', '/webhooks', receiver)).body.id;
  await service.drain();
  const body = { scope: 'segment', collections: [harbour], query: 'radar' };
  const search = (await service.call('POST', '/search', body)).body.id;
  pages = {
    collections: '/',
    collection: `/collections/${harbour}`,
    file: `/files/${whole}?t=27`,
    image: `/files/${image}`,
    search: `/collections/${harbour}/searches/${search}`,
    jobs: '/jobs',
    shares: '/shares',
    webhook: `/webhooks/${webhook}`,
  };
}, 300_000);
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await service?.close();
});

/** A page of a browser that signed in by a link. */
async function open(where: string, options: BrowserContextOptions = {}): Promise<[Page, Watched]> {
  const link = (await service.call('POST', '/page-links', {})).body.url;
  const page = await (await browser.newContext({ viewport: WIDE, ...options })).newPage();
  const seen = watch(page);
  await page.goto(`${url}${new URL(link).pathname}`);
  await page.getByRole('button').click();
  await page.waitForURL(`${url}/`);
  await page.goto(`${url}${where}`);
  return [page, seen];
}

describe('the pages of the service', () => {
  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { colorScheme: 'light', viewport: PHONE, hasTouch: true }],
  ] as [string, BrowserContextOptions][])(
    'look good, are accessible and ask nobody else: %s',
    async (look, options) => {
      const shown = await readFile(path.join(PICTURES, '../pages.md'), 'utf8');
      const [page, seen] = await open('/', { ...options, reducedMotion: 'reduce' });
      for (const [name, where] of Object.entries(pages)) {
        await page.goto(`${url}${where}`);
        if (name === 'file') await page.waitForFunction('document.getElementById("player").currentTime > 26');
        await page.evaluate(
          'Promise.all([...document.images].map((image) => image.complete || image.decode()))',
        );
        const [needed, there] = (await page.evaluate(
          '[document.documentElement.scrollWidth, innerWidth]',
        )) as [number, number];
        expect(needed, `${name}: nothing is wider than the window`).toBeLessThanOrEqual(there);
        if (process.env.VAU_PICTURES && shown.includes(`page-${name}-${look}.png`)) {
          await mkdir(PICTURES, { recursive: true });
          await writeFile(path.join(PICTURES, `page-${name}-${look}.png`), await page.screenshot());
        }
        await page.evaluate(await readFile(axe, 'utf8'));
        const { violations } = (await page.evaluate('axe.run()')) as {
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        };
        const told = violations.map(
          ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
        );
        expect(told, name).toEqual([]);
      }
      expect([...seen.hosts]).toEqual([new URL(url).host]);
      expect(seen.complaints).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  it('an image shows its faces, which lead to no second', async () => {
    const [page] = await open(pages.image ?? '');
    expect(await page.locator('.faces img').count()).toBe(3);
    expect(await page.locator('a[href*="t="], time').count()).toBe(1);
    await page.context().close();
  });

  it('a search result plays at its second; lines, scenes and the timeline jump', async () => {
    const [page] = await open(pages.collection ?? '');
    await page.getByRole('searchbox').fill('radar');
    await page.getByRole('button', { name: 'Search' }).click();
    const first = page.locator('.results .name a').first();
    const second = Number(/t=([\d.]+)/.exec((await first.getAttribute('href')) ?? '')?.[1]);
    await first.click();
    const time = () => page.evaluate('document.getElementById("player").currentTime') as Promise<number>;
    await expect.poll(time).toBeCloseTo(second, 0);
    const line = page.locator('#transcript li').last();
    await line.locator('a').click();
    const start = Number(await line.getAttribute('data-start'));
    await expect.poll(async () => (await time()) >= start - 0.1).toBe(true);
    const mark = page.locator('.timeline svg.chapter a').first();
    await mark.click();
    await expect.poll(async () => (await time()) < start).toBe(true);
    await page.context().close();
  });

  it('work without scripts: sign in, a collection, a search, a file', async () => {
    const [page] = await open(pages.collection ?? '', { javaScriptEnabled: false });
    await page.getByRole('searchbox').fill('radar');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.results .name a').first().click();
    expect(await page.locator('video').getAttribute('src')).toMatch(/\/media#t=/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Access token').fill(service.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Collections' }).waitFor();
    await page.context().close();
  });
});
