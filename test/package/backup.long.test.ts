/** vau service backup while a service works, and vau service restore, with the built binary. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeVideo } from '../support/film.ts';
import { lacks, needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { binary, emptyHome, type Home, vau } from '../support/vau.ts';

const it = needs('ffmpeg');
let service: Serving;
let other: Home;

beforeAll(async () => {
  if (lacks('ffmpeg')) return;
  [service, other] = await Promise.all([serving(), emptyHome()]);
});

afterAll(async () => {
  await service?.stop();
  await other?.remove();
});

const backupFolder = () => path.join(other.folder, 'backup');
const backup = (...line: string[]) =>
  vau(['service', 'backup', ...line, '-o', 'json', '--data-dir', service.home.dataFolder], {
    env: other.env,
  });
const restore = (dataDir: string, folder = backupFolder()) =>
  vau(['service', 'restore', folder, '-o', 'json', '--data-dir', dataDir], { env: other.env });

/** Uploads films until told to stop, and notes each one that was acknowledged, with when. */
function uploading(film: Uint8Array) {
  const acknowledged: { id: string; at: number }[] = [];
  let going = true;
  const done = (async () => {
    for (let count = 0; going && count < 60; count += 1) {
      const { status, body } = await service.upload(film, `film-${count}.mp4`);
      expect(status).toBeLessThan(300);
      acknowledged.push({ id: body.id, at: Date.now() });
    }
  })();
  return {
    acknowledged,
    stop: async () => {
      going = false;
      await done;
    },
  };
}

describe('vau service backup', () => {
  it('taken while films are uploaded and processed holds everything that was acknowledged, and runs elsewhere', async () => {
    const film = await makeVideo(3);
    const work = uploading(film);
    await expect.poll(() => work.acknowledged.length, { interval: 20 }).toBeGreaterThanOrEqual(3);
    const { body: collection } = await service.call('POST', '/collections', {
      name: 'kept',
      collection_type: 'media-descriptions',
    });
    const run = await backup(backupFolder());
    const during = work.acknowledged.length;
    await work.stop();
    expect([run.status, run.stderr]).toEqual([0, expect.stringMatching(/^Checking \S+backup\nBacking up\n/)]);
    const record = JSON.parse(run.stdout);
    expect(during).toBeGreaterThan(3);
    expect((await stat(path.join(backupFolder(), 'vau.sqlite'))).mode & 0o77).toBe(0);

    const restored = path.join(other.folder, 'restored');
    const answer = await restore(restored);
    expect([answer.status, answer.stderr]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(answer.stdout).objects).toEqual(record.objects);
    const again = await serving({ args: ['--data-dir', restored] });
    try {
      const before = work.acknowledged.filter(({ at }) => at <= record.began_at);
      expect(before.length).toBeGreaterThanOrEqual(3);
      for (const { id } of before) {
        const file = await again.settled(`/files/${id}`);
        expect(file).toMatchObject({ id, status: 'completed', bytes: film.length });
        expect((await fetch(file.thumbnail_url)).status).toBe(200);
      }
      expect((await again.call('GET', `/collections/${collection.id}`)).body.name).toBe('kept');
      // Every row has its original, also of films that came during the backup.
      for (const { id } of (await again.call('GET', '/files?limit=100')).body.data)
        expect((await again.settled(`/files/${id}`)).status).toBe('completed');
    } finally {
      await again.stop();
    }
  });

  it('is refused in a folder that holds something, and in the data folder', async () => {
    const complete = await backup(backupFolder());
    expect([complete.status, complete.stderr]).toEqual([
      1,
      expect.stringContaining('holds a complete backup of'),
    ]);
    const taken = path.join(other.folder, 'taken');
    await mkdir(taken);
    await writeFile(path.join(taken, 'letter.txt'), 'mine');
    expect((await backup(taken)).stderr).toMatch(/holds letter.txt; choose an empty folder/);
    expect((await backup(path.join(service.home.dataFolder, 'backup'))).stderr).toMatch(
      /is in the data folder/,
    );
    expect(complete.stderr).not.toContain('Backing up');
    expect(await readdir(taken)).toEqual(['letter.txt']);
  });

  it('goes on where it was interrupted, and takes again what was replaced', async () => {
    const half = path.join(other.folder, 'half');
    expect((await backup(half)).status).toBe(0);
    // As a crash leaves it: no record, the last line of the list cut off, one object fewer.
    const list = path.join(half, 'objects.jsonl');
    const lines = (await readFile(list, 'utf8')).trimEnd().split('\n');
    const last = JSON.parse(lines.at(-1) ?? '');
    await rm(path.join(half, 'backup.json'));
    await rm(path.join(half, 'objects', last.key));
    await writeFile(list, `${lines.slice(0, -1).join('\n')}\n{"key":"fi`);
    const first = JSON.parse(lines[1] ?? '');
    const kept = await stat(path.join(half, 'objects', first.key));
    expect((await backup(half)).status).toBe(0);
    expect((await stat(path.join(half, 'objects', first.key))).ino).toBe(kept.ino);
    expect((await stat(path.join(half, 'objects', last.key))).size).toBe(last.bytes);
    expect((await restore(path.join(other.folder, 'from-half'), half)).status).toBe(0);
  });
});

describe('vau service restore', () => {
  it('is refused where there is something', async () => {
    const taken = path.join(other.folder, 'not-empty');
    await mkdir(taken);
    await writeFile(path.join(taken, 'letter.txt'), 'mine');
    const run = await restore(taken);
    expect([run.status, run.stderr]).toEqual([1, expect.stringMatching(/is not empty: it holds letter.txt/)]);
    expect(run.stderr).not.toContain('Restoring');
    expect(await readdir(taken)).toEqual(['letter.txt']);
    expect((await restore(service.home.dataFolder)).stderr).toMatch(/not empty|is running/);
  });

  it('is refused from a backup that is not complete, or was changed', async () => {
    const target = path.join(other.folder, 'target');
    expect((await restore(target, path.join(other.folder, 'nothing'))).stderr).toMatch(
      /holds no complete backup/,
    );
    const copy = path.join(other.folder, 'copy');
    await copyOf(backupFolder(), copy);
    const { key } = JSON.parse(
      (await readFile(path.join(copy, 'objects.jsonl'), 'utf8')).split('\n')[1] ?? '',
    );
    const object = path.join(copy, 'objects', key);
    const bytes = await readFile(object);
    await rm(object);
    await writeFile(object, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]));
    const run = await restore(target, copy);
    expect([run.status, run.stderr]).toEqual([
      1,
      expect.stringMatching(/was changed after the backup: its SHA-256/),
    ]);
    // Half a restore is no store: no service starts on it, and the same backup goes on.
    const start = await vau(['serve', '--port', '0', '--data-dir', target], { env: other.env });
    expect([start.status, start.stderr]).toEqual([1, expect.stringMatching(/vau.sqlite is missing, but/)]);
    await rm(object);
    await writeFile(object, bytes);
    expect((await restore(target, copy)).status).toBe(0);
    await appendFile(path.join(copy, 'vau.sqlite'), 'x');
    expect((await restore(path.join(other.folder, 'target-2'), copy)).stderr).toMatch(
      /vau.sqlite was changed/,
    );
  });

  it('goes on wherever it was killed, and leaves nothing half copied', async () => {
    const target = path.join(other.folder, 'killed');
    const words = ['service', 'restore', backupFolder(), '--data-dir', target];
    // Later and later, until one comes to its end.
    let kills = 0;
    for (let ms = 80; ; ms += 15) {
      const killed = await new Promise<boolean>((resolve, reject) => {
        const options = { env: other.env, timeout: ms, killSignal: 'SIGKILL' as const };
        execFile(process.execPath, [binary, ...words], options, (error, _, stderr) => {
          // The one before came to its end, and was killed before it could say so.
          const isDone =
            existsSync(path.join(target, 'vau.sqlite')) && !existsSync(path.join(target, 'restore.json'));
          if (error && !error.killed && !(isDone && stderr.includes('is not empty')))
            reject(new Error(stderr));
          else resolve(error?.killed === true);
        });
      });
      if (!killed) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(3);
    const names = await readdir(target, { recursive: true });
    expect(names.filter((name) => /\.part$|restore.json/.test(name))).toEqual([]);
    expect(await readFile(path.join(target, 'vau.sqlite'))).toEqual(
      await readFile(path.join(backupFolder(), 'vau.sqlite')),
    );
  });

  it('takes what a killed one left first, and touches no database that is whole', async () => {
    const target = path.join(other.folder, 'begun');
    await mkdir(target);
    const part = path.join(target, `restore.json.${crypto.randomUUID()}.part`);
    await writeFile(part, '{');
    const { store_id, began_at } = JSON.parse(
      await readFile(path.join(backupFolder(), 'backup.json'), 'utf8'),
    );
    expect((await restore(target)).status).toBe(0);
    expect(existsSync(part)).toBe(false);
    // Killed after the database, and a service has worked since.
    await writeFile(path.join(target, 'restore.json'), JSON.stringify({ store_id, began_at, puts: true }));
    await writeFile(path.join(target, `secrets.key.${crypto.randomUUID()}.part`), 'secret');
    await appendFile(path.join(target, 'vau.sqlite'), 'newer');
    expect((await restore(target)).status).toBe(0);
    expect((await readFile(path.join(target, 'vau.sqlite'), 'latin1')).endsWith('newer')).toBe(true);
    expect((await readdir(target)).filter((name) => /part$|restore/.test(name))).toEqual([]);
  });

  it('leaves the data folder empty where the storage of objects is not', async () => {
    const target = path.join(other.folder, 'objects-there');
    await mkdir(path.join(target, 'objects/files/1'), { recursive: true });
    await writeFile(path.join(target, 'objects/files/1/original'), 'x');
    const { store_id, began_at } = JSON.parse(
      await readFile(path.join(backupFolder(), 'backup.json'), 'utf8'),
    );
    await writeFile(path.join(target, 'restore.json'), JSON.stringify({ store_id, began_at }));
    const run = await restore(target);
    expect([run.status, run.stderr]).toEqual([
      1,
      expect.stringMatching(/is not empty; nothing was restored/),
    ]);
    expect(await readdir(target)).toEqual(['objects']);
  });
});

/** A copy of a folder: objects keep their bytes under a second name. */
async function copyOf(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const own = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, own));
    await mkdir(entry.isDirectory() ? target : path.dirname(target), { recursive: true });
    if (!entry.isFile()) continue;
    if (own.includes(`${path.sep}objects${path.sep}`)) await link(own, target);
    else await writeFile(target, await readFile(own));
  }
}
