/** What is read in pictures that are hard to read, by a describe job. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { placeModel } from '../../../support/models/set-up.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { type TextOnGround, textOnGround } from '../../../support/text-on-ground.ts';

const it = needs('ffmpeg', 'fonts');

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

/** The lines that a describe job reads in a picture, and what made them. */
async function read(name: string, drawn: TextOnGround) {
  const { body: file } = await service.upload(await textOnGround(drawn), name);
  const wanted = { enable_speech: false, enable_scene_text: true, enable_visual_scene_description: false };
  const started = await service.call('POST', '/describe', { url: file.uri, ...wanted });
  await service.drain();
  const { body: job } = await service.call('GET', `/describe/${started.body.job_id}`);
  expect(job.status, job.error).toBe('completed');
  const { scene_text, providers } = job.data as unknown as {
    scene_text: { text: string }[];
    providers: { scene_text: string };
  };
  return { lines: scene_text.map(({ text }) => text), by: providers.scene_text };
}

describe('on-screen text', () => {
  it('is read where it is turned by 45 degrees, and on its side', async () => {
    const { lines, by } = await read('turned.png', { text: 'Northern Harbour', turned: 45 });
    expect(lines).toEqual(['Northern Harbour']);
    expect(by).toMatch(/^tesseract\.js [\d.]+ with PP-OCRv4/);
    expect((await read('side.png', { text: 'Loading dock', turned: 90 })).lines).toEqual(['Loading dock']);
  });

  it('is not seen in a texture', async () => {
    expect((await read('texture.png', {})).lines).toEqual([]);
  });

  it('is read with its umlauts in German, turned', async () => {
    const data = createRequire(import.meta.url).resolve('@tesseract.js-data/deu/package.json');
    const german = {
      name: 'text',
      model: 'deu',
      kind: 'tesseract',
      languages: ['de'],
      packages: [],
    } as const;
    await placeModel(
      service.dataDir,
      { ...german, languages: ['de'], packages: [] },
      {
        'deu.traineddata.gz': await readFile(
          path.join(path.dirname(data), '4.0.0_best_int/deu.traineddata.gz'),
        ),
      },
    );
    const text = 'Größe und Gewicht der Äpfel prüfen und möglichst schöne Brötchen für Köln und Zürich';
    const plate = 'fontcolor=white:box=1:boxborderw=12:boxcolor=black@0.8';
    const { lines } = await read('german.png', { text, turned: 15, size: 19, look: plate });
    expect(lines.join(' ')).toBe(text);
  });
});
