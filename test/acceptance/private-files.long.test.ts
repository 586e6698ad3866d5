/** Only the owner can access the data folder, whatever the umask, with the real binary. */
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeVideo } from '../support/film.ts';
import { type Loopback, loopback } from '../support/loopback.ts';
import { needs } from '../support/programs.ts';
import { emptyHome, type Home, vau } from '../support/vau.ts';

let home: Home;
let registry: Loopback;
let umask: number;
beforeAll(async () => {
  home = await emptyHome();
  registry = await loopback((_, response) => response.writeHead(404).end());
  umask = process.umask(0);
});
afterAll(async () => {
  process.umask(umask);
  await vau(['service', 'stop'], { env: home.env });
  await Promise.all([home.remove(), registry.close()]);
});

/** Runs it to its end, and returns its JSON output. */
async function run(...args: string[]) {
  const { status, stdout, stderr } = await vau([...args, '-o', 'json'], { env: home.env });
  expect({ args, status, stderr }).toMatchObject({ status: 0 });
  return JSON.parse(stdout);
}

/** Permissions of others on any file or folder below, or on the folder itself: `path 0644`. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))];
  const found: string[] = [];
  for (const name of names) {
    const { mode } = await stat(path.join(folder, name));
    if (mode & 0o077) found.push(`${name} ${(mode & 0o777).toString(8)}`);
  }
  return found;
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  needs('ffmpeg')('is readable by its owner only, and so is all that is in it', async () => {
    // Without the pinned archive it fails, after it has created its folders.
    const env = {
      ...home.env,
      // Existing ones are not downloaded.
      PATH: home.folder,
      VAU_FFMPEG: '',
      npm_config_registry: `${registry.url}/`,
      FFMPEG_BINARIES_URL: 'http://127.0.0.1:1',
    };
    expect(await vau(['setup', 'ffmpeg'], { env })).toMatchObject({ status: 1 });
    expect(await openToOthers(home.dataFolder)).toEqual([]);
    expect(await readdir(home.dataFolder)).toContain('ffmpeg');

    await run('service', 'config', 'set', 'rate_limit', '500');
    await run('service', 'start', '--port', '0', '--workers', '1');
    const film = path.join(home.folder, 'film.mp4');
    const subtitles = path.join(home.folder, 'film.vtt');
    await writeFile(film, await makeVideo(3));
    await writeFile(subtitles, 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n');
    await Promise.all([film, subtitles].map((file) => chmod(file, 0o666)));
    const { id } = await run('file', 'upload', film, '--subtitles', subtitles, '--wait');
    await run('share', 'create', id, '--wait');
    await run('frames', 'create', id, '--wait');
    await run('segmentation', 'create', id, '--strategy', 'uniform', '--wait');
    expect(await openToOthers(home.dataFolder), 'while it runs').toEqual([]);
    await run('service', 'stop');
    await run('service', 'repair');
    expect(await openToOthers(home.dataFolder)).toEqual([]);
    const kinds = (await readdir(path.join(home.dataFolder, 'objects'))).sort();
    expect(kinds).toEqual(['files', 'frames', 'segmentations', 'shares', 'store.json']);
  });
});
