/** What the recognisers of a service would make now, where speakers can be told apart: this is what a redo compares. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeOf, makerName, makerOf } from '../../../../src/service/understanding/analysis/makers.ts';
import { chooseModel, placeModel, placePackage } from '../../../support/models/set-up.ts';

const SHERPA = { name: 'sherpa-onnx-node', version: '1.13.8' };
const endpoint = {
  url: 'http://127.0.0.1:9/v1',
  model: 'large',
  keyEnv: 'NONE',
  timeoutSeconds: 1,
  retryMs: 1,
};

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-speakers-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const now = () =>
  makerOf({ dataDir, objects: false, speech: { providers: ['endpoint'], endpoint } }, 'speech');

async function setUp(): Promise<void> {
  await placePackage(dataDir, SHERPA, dataDir);
  const files = { 'model.onnx': Buffer.from('a'), 'voice.onnx': Buffer.from('b') };
  await placeModel(dataDir, { name: 'speakers', model: 'tiny', kind: 'tiny', packages: [SHERPA] }, files);
  await chooseModel(dataDir, 'speakers', 'tiny');
}

describe('a recogniser', () => {
  it('makes better results once speakers can be told apart, and never worse ones when they no longer can', async () => {
    const before = await now();
    expect(before && makerName(before)).toBe('endpoint large');
    await setUp();
    const after = await now();
    expect(after && makerName(after)).toBe('endpoint large with speakers');
    if (!before || !after) throw new Error('nothing makes speech');
    expect(changeOf('speech', before, after)).toBe('better');
    expect(changeOf('speech', after, after)).toBe('none');
    // It stays: it would lose its speakers.
    expect(changeOf('speech', after, before)).toBe('worse');
  });

  it('makes the same as before where the models of speakers are chosen and not there', async () => {
    const before = await now();
    await chooseModel(dataDir, 'speakers', 'tiny');
    expect(await now()).toEqual(before);
  });
});
