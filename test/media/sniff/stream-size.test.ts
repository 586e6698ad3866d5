import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchSize } from '../../../src/media/sniff/stream-size.ts';

let folder: string;
let times: number;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vau-size-'));
  times = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const watch = (most: number) =>
  watchSize(
    folder,
    (index) => `part${index}`,
    most,
    () => {
      times += 1;
    },
  );
const write = (index: number, bytes: number) =>
  writeFile(path.join(folder, `part${index}`), Buffer.alloc(bytes));

it('notices at its end a stream that nobody looked at while it was written', async () => {
  await write(0, 600);
  await write(1, 500);
  await watch(1_100).stop();
  expect(times).toBe(0);
  await watch(1_099).stop();
  expect(times).toBe(1);
});

it('has nothing to say about an empty folder, and counts a part that grows once', async () => {
  const watching = watch(1_000);
  await mkdir(path.join(folder, 'other'));
  watching.look();
  await write(0, 400);
  watching.look();
  await write(0, 700);
  await write(1, 200);
  watching.look();
  await watching.stop();
  expect(times).toBe(0);
});
