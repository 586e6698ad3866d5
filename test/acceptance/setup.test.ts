/** vau setup ffmpeg by the real binary, against a package registry that is not there. */
import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyHome, type Home, vau } from '../support/vau.ts';

let home: Home;
beforeEach(async () => {
  home = await emptyHome();
});
afterEach(() => home.remove());

it('says what a machine without ffmpeg can do, and goes on where one is named that does not run', async () => {
  const env = { ...home.env, VAU_FFMPEG: '/nowhere/ffmpeg' };
  const { status, stdout, stderr } = await vau(['probe', 'a.mp4'], { env });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('/nowhere/ffmpeg, named by VAU_FFMPEG, is not an ffmpeg');
});

it('takes no argument that it does not know', async () => {
  expect(await vau(['setup', 'mplayer'], { env: home.env })).toMatchObject({ status: 2, stdout: '' });
  expect(await readdir(home.folder)).toEqual([]);
});
