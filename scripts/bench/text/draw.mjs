/** Draws the pictures of the bench in Chromium, and keeps them in node_modules/.cache. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { pictureOf } from './groups.mjs';

const STYLE = `<style>body { margin: 0; width: 1280px; height: 720px; overflow: hidden; position: relative }
  .ground { position: absolute; inset: 0; width: 1280px; height: 720px; object-fit: cover }</style>`;

/**
 * Draws what is not there yet, as JPEG of 1280 by 720: what is read of a film was compressed too.
 * @param wanted group and seed of each picture
 * @returns the pictures with their files and words
 */
export async function drawAll(wanted, folder) {
  await mkdir(folder, { recursive: true });
  const pictures = wanted.map(({ group, seed }) => ({
    ...{ group, seed, ...pictureOf(group, seed) },
    file: path.join(folder, `${group.replace(' ', '-')}-${seed}.jpg`),
  }));
  const missing = pictures.filter(({ file }) => !existsSync(file));
  if (missing.length > 0) await draw(missing);
  return pictures;
}

async function draw(pictures) {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    for (const { html, file } of pictures) {
      await page.setContent(STYLE + html, { waitUntil: 'load' });
      await page.screenshot({ path: file, type: 'jpeg', quality: 85 });
    }
  } finally {
    await browser.close();
  }
}
