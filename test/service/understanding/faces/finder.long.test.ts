import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { assetsPath, entryPath } from '../../../../src/media/entry-path.ts';
import { locateFfmpeg } from '../../../../src/media/index.ts';
import {
  findFaces,
  type Picture,
  stillPicture,
  stopFaceFinder,
} from '../../../../src/service/understanding/modalities/faces/index.ts';
import type { FaceAnswer } from '../../../../src/service/understanding/modalities/faces/messages.ts';
import type { ThreadMessage } from '../../../../src/service/understanding/models/one-recogniser.ts';
import { haveFaces, itWithFaces as it, photograph } from '../../resources/faces/photographs.ts';

const forever = new AbortController().signal;
let folder: string;
let picture: Picture;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-finder-'));
  if (!haveFaces) return;
  await writeFile(path.join(folder, 'photo'), await photograph(0));
  const tools = { ffmpeg: await locateFfmpeg(), signal: forever };
  picture = await stillPicture(path.join(folder, 'photo'), path.join(folder, 'still.jpg'), tools);
});
afterAll(async () => {
  await stopFaceFinder();
  await rm(folder, { recursive: true, force: true });
});

describe('the face thread', () => {
  it('holds no more memory after many pictures than after one', async () => {
    const workerData = { assets: assetsPath('faces'), wasm: assetsPath('wasm') };
    const thread = new Worker(entryPath('faces'), { workerData });
    await once(thread, 'message');
    const held: number[] = [];
    for (const sure of [false, true, false, true]) {
      thread.postMessage({ sure, ...picture });
      const [message] = (await once(thread, 'message')) as [ThreadMessage<FaceAnswer>];
      if (message.type === 'answer') held.push(message.answer.tensors);
    }
    await thread.terminate();
    expect(held).toHaveLength(4);
    expect(new Set(held).size).toBe(1);
  });

  it('reports why a picture cannot be analysed, and continues with the next', async () => {
    const cut = { ...picture, data: picture.data.subarray(1) };
    await expect(findFaces(cut, forever)).rejects.toThrow(/faces could not be detected/);
    expect(await findFaces(picture, forever)).toHaveLength(3);
  });

  it('is discarded when the work is aborted, and a new one handles the next picture', async () => {
    const stop = new AbortController();
    const looking = findFaces(picture, stop.signal);
    stop.abort(new Error('enough'));
    await expect(looking).rejects.toThrow('enough');
    const [first, second] = await Promise.all([findFaces(picture, forever), findFaces(picture, forever)]);
    expect(first.map(({ box }) => box)).toEqual(second.map(({ box }) => box));
  });

  it('reports missing files', async () => {
    const thread = new Worker(entryPath('faces'), { workerData: { assets: folder, wasm: folder } });
    const [error] = await once(thread, 'error');
    expect(String(error)).toMatch(/ENOENT.*wasm/);
  });
});
