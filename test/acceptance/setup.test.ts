/** vau setup ffmpeg with the real binary, against an unreachable registry. */
import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyHome, type Home, vau } from '../support/vau.ts';

let home: Home;
beforeEach(async () => {
  home = await emptyHome();
});
afterEach(() => home.remove());

it('says what to do without ffmpeg, and continues if the named one does not run', async () => {
  const env = { ...home.env, VAU_FFMPEG: '/nowhere/ffmpeg' };
  const { status, stdout, stderr } = await vau(['probe', 'a.mp4'], { env });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('/nowhere/ffmpeg (from VAU_FFMPEG) is not a working ffmpeg');
});

it('refuses unknown arguments', async () => {
  expect(await vau(['setup', 'mplayer'], { env: home.env })).toMatchObject({ status: 2, stdout: '' });
  expect(await readdir(home.folder)).toEqual([]);
});
