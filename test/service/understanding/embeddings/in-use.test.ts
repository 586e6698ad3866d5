import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceConfig } from '../../../../src/service/context/config.ts';
import { encoderFor } from '../../../../src/service/understanding/models/embeddings/index.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-encoder-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it.each([
  ['the packaged encoder, if nothing is set', {}, 'all-minilm-l6-v2+recordings-1'],
  ['an endpoint', { embeddings_url: 'http://127.0.0.1:9/v1' }, 'endpoint/default'],
  ['none, if switched off', { embeddings: 'off' }, undefined],
  [
    'none, if switched off beside an endpoint',
    { embeddings: 'off', embeddings_url: 'http://127.0.0.1:9/v1' },
    undefined,
  ],
])('texts are encoded by %s', async (_, settings, model) => {
  await writeFile(path.join(dataDir, 'service-config.json'), JSON.stringify(settings));
  expect(encoderFor(serviceConfig({ dataDir }))?.model).toBe(model);
});
