/** Files that are read where they are: what may be named, what is read, and what is left alone. */
import { execFileSync } from 'node:child_process';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { adoptFile } from '../../../../src/service/resources/files/intake/adopt.ts';
import { makeAudio, makeVideo } from '../../../support/film.ts';
import { objectsUnder } from '../../../support/objects.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';

/** Opened since it was emptied. */
const opened = vi.hoisted((): string[] => []);
/** Runs in the instant before a file is opened for reading, as an attacker would like to. */
const before = vi.hoisted(() => ({ open: async (_: string): Promise<void> => undefined }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    open: async (file: string, ...rest: []) => {
      opened.push(file);
      await before.open(file);
      return real.open(file, ...rest);
    },
  };
});

let service: TestService;
/** An allowed folder, a folder beside it, and what both hold. */
let base: string;
let archive: string;
let sound: Buffer;

beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'vau-place-'));
  archive = path.join(base, 'archive');
  await mkdir(path.join(archive, 'deep', 'er'), { recursive: true });
  await mkdir(path.join(base, 'archive-private'));
  sound = await makeAudio(1);
  await writeFile(path.join(base, 'secret.wav'), sound);
  await writeFile(path.join(base, 'archive-private', 'secret.wav'), sound);
  service = await openTestService({ inPlaceFolders: [archive], retryMs: 1 });
});
afterAll(async () => {
  await service.close();
  await rm(base, { recursive: true });
});

const ask = (place: string, more: object = {}, headers = {}) =>
  service.call('POST', '/files/in-place', { path: place, ...more }, headers);
const show = async (id: string) => (await service.call('GET', `/files/${id}`)).body;
const inArchive = (...names: string[]) => path.join(archive, ...names);

let made = 0;
/** A new file of the archive. */
async function film(content: Uint8Array | string = sound): Promise<string> {
  made += 1;
  const place = inArchive(`film ${made}.wav`);
  await writeFile(place, content);
  return place;
}

async function ingested(place: string): Promise<string> {
  const answer = await ask(place);
  expect(answer.status, answer.text).toBe(200);
  await service.drain();
  expect(await show(answer.body.id)).toMatchObject({ status: 'completed' });
  return answer.body.id;
}

describe('a file in place', () => {
  it('is understood, shared and found without a copy, and its folder is not touched', async () => {
    const place = inArchive('deep', 'er', 'harbour #1 é.mp4');
    await writeFile(place, await makeVideo(1));
    const state = async () => [await readdir(archive, { recursive: true }), await stat(place)].slice(0, 1);
    const untouched = await state();
    const answer = await ask(place, { metadata: { reel: 7 }, vocabulary: ['Kaskö'] });
    expect(answer.body).toMatchObject({
      status: 'pending',
      in_place: { path: place },
      metadata: { reel: 7 },
    });
    const { id, uri } = answer.body;
    await service.drain();
    const shown = await show(id);
    expect(shown).toMatchObject({
      status: 'completed',
      filename: 'harbour #1 é.mp4',
      bytes: (await stat(place)).size,
      in_place: { path: place },
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      thumbnail_url: expect.any(String),
    });
    const frames = (await service.call('POST', `/files/${id}/frames`, { strategy: 'uniform' })).body;
    const described = (await service.call('POST', '/describe', { url: uri, enable_scene_text: false })).body;
    const share = (await service.call('POST', '/share', { file_id: id })).body;
    await service.drain();
    for (const made of [`frames/${frames.frame_extraction_id}`, `describe/${described.job_id}`])
      expect((await service.call('GET', `/${made}`)).body.status, made).toBe('completed');
    const stream = new URL((await service.call('GET', `/share/${share.id}`)).body.stream_url).pathname;
    expect((await service.app.request(stream)).status).toBe(200);
    expect(await objectsUnder(service.context.objects, `files/${id}`)).not.toContain('original');
    expect(await state()).toEqual(untouched);
    const { content_hash } = shown as unknown as { content_hash: string };
    expect((await service.call('GET', `/files?content_hash=${content_hash}`)).body.data).toMatchObject([
      { id },
    ]);
  });

  it('is the same file as long as it does not change, for each account its own', async () => {
    const place = await film();
    const id = await ingested(place);
    expect((await ask(place)).body.id).toBe(id);
    expect((await ask(path.join(archive, 'deep', '..', path.basename(place)))).body.id).toBe(id);
    const authorization = `Bearer ${await strangerToken(service)}`;
    const theirs = (await ask(place, {}, { authorization })).body.id;
    expect(theirs).not.toBe(id);
    expect((await service.call('GET', `/files/${id}`, undefined, { authorization })).status).toBe(404);
  });

  it('loses only its record when it is deleted', async () => {
    const place = await film();
    const id = await ingested(place);
    expect((await service.call('DELETE', `/files/${id}`)).status).toBe(200);
    await service.drain();
    expect(await readFile(place)).toEqual(sound);
    expect(await objectsUnder(service.context.objects, `files/${id}`)).toEqual([]);
    expect((await ask(place)).body.id).not.toBe(id);
  });

  it('is one file, however often it is named at once', async () => {
    const place = await film();
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(place)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const keys = await objectsUnder(service.context.objects, 'files');
    const folders = new Set(keys.map((key) => key.split('/')[0]));
    const { total } = (await service.call('GET', '/files?limit=1')).body;
    expect(folders.size).toBe(total + (await strangers()));
  });

  it('is served in ranges', async () => {
    const id = await ingested(await film());
    const piece = await service.context.objects.read(`files/${id}/original`, { start: 8, end: 11 });
    expect(await text(piece)).toBe(sound.toString('latin1', 8, 12));
  });

  it('[SAFE-1] gets its row back from its record, unless its content is another', async () => {
    const place = await film();
    const id = await ingested(place);
    const { mtime } = await stat(place);
    const lose = () => service.context.db.deleteFrom('files').where('id', '=', id).execute();
    await lose();
    await adoptFile(service.context, id);
    await service.drain();
    expect(await show(id)).toMatchObject({ status: 'completed', in_place: { path: place } });
    await lose();
    await writeFile(place, Buffer.from(sound).fill(1, 5_000, 5_001));
    await utimes(place, mtime, mtime);
    await expect(adoptFile(service.context, id)).rejects.toThrow(`${place} holds other content`);
  });
});

/** Files of other accounts. */
async function strangers(): Promise<number> {
  const rows = await service.context.db.selectFrom('files').select(['id', 'account_id']).execute();
  const { total } = (await service.call('GET', '/files?limit=1')).body;
  return rows.length - total;
}

describe('what happened to a file in place', () => {
  it('is said when it changed, and what is there now is another file', async () => {
    const place = await film();
    const id = await ingested(place);
    await appendFile(place, 'more');
    const error = `${place} changed after it was ingested in place (${sound.length + 4} bytes instead of ${sound.length}); to ingest what is there now: vau file upload --in-place ${place}`;
    expect(await show(id)).toMatchObject({ status: 'completed', error });
    await expect(service.context.objects.read(`files/${id}/original`)).rejects.toThrow(error);
    const described = (
      await service.call('POST', '/describe', { url: `vau://files/${id}`, enable_scene_text: false })
    ).body;
    await service.drain();
    expect((await service.call('GET', `/describe/${described.job_id}`)).body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(error),
    });
    const now = await ingested(place);
    expect(now).not.toBe(id);
    expect(await show(id)).toMatchObject({ error, in_place: { path: place } });
  });

  it('is said when it was written to without growing', async () => {
    const place = await film();
    const id = await ingested(place);
    await utimes(place, 1, 1);
    expect((await show(id)).error).toContain('(written to on 1970-01-01T00:00:01.000Z)');
  });

  it('fails its file when it is written to while it is read', async () => {
    const place = await film();
    const { id } = (await ask(place)).body;
    let times = 0;
    before.open = async (file) => {
      times += file === place ? 1 : 0;
      // The first time it is opened to be read, the second time to see whether it is still the same.
      if (file === place && times === 2) await appendFile(place, 'more');
    };
    await service.drain();
    before.open = async () => undefined;
    expect(await show(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('changed after'),
    });
  });

  it('is said when its folder does not respond', async () => {
    const place = await film();
    const id = await ingested(place);
    let respond = (): void => undefined;
    const answer = new Promise<void>((resolve) => {
      respond = resolve;
    });
    before.open = async (file) => (file === place ? answer : undefined);
    expect((await show(id)).error).toBe(`${place} was ingested in place, and its folder does not respond`);
    respond();
    before.open = async () => undefined;
  });

  it('is said when it went away, until it is back', async () => {
    const place = await film();
    const id = await ingested(place);
    await rename(place, `${place}.gone`);
    const error = `${place} was ingested in place and is no longer there; put it back, or name its new path: vau file upload --in-place PATH`;
    expect(await show(id)).toMatchObject({ status: 'completed', error });
    const job = (
      await service.call('POST', '/describe', { url: `vau://files/${id}`, enable_scene_text: false })
    ).body;
    await service.drain();
    expect((await service.call('GET', `/describe/${job.job_id}`)).body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(error),
    });
    await rename(`${place}.gone`, place);
    expect((await show(id)).error).toBeUndefined();
  });

  it('fails its file when it went away before it was read, and it is read when it is named again', async () => {
    const place = await film();
    const { id } = (await ask(place)).body;
    await rename(place, `${place}.gone`);
    await service.drain();
    expect(await show(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no longer there'),
    });
    await rename(`${place}.gone`, place);
    expect((await ask(place)).body).toMatchObject({ id, status: 'pending' });
    await service.drain();
    expect(await show(id)).toMatchObject({ status: 'completed' });
    expect((await show(id)).error).toBeUndefined();
  });

  it('is said when its folder is no longer allowed', async () => {
    const id = await ingested(await film());
    const folders = service.context.config.inPlaceFolders as string[];
    folders.splice(0, 1, path.join(base, 'other'));
    expect((await show(id)).error).toContain('is not in a folder whose files this service may read in place');
    folders.splice(0, 1, archive);
    expect((await show(id)).error).toBeUndefined();
  });
});

describe('a path', () => {
  /** What is answered, with the path left out. */
  const answered = async (place: string) => {
    const { status, body } = await ask(place);
    return { status, error: body.error?.replace(place, 'PATH').replace(path.resolve(place), 'PATH') };
  };
  const outside = {
    status: 403,
    error:
      "PATH is not in a folder whose files this service may read in place; to allow one, on the service's machine: vau service config set in_place_folders FOLDER",
  };

  it.each([
    ['beside the folder', () => path.join(base, 'secret.wav')],
    ['beside it that does not exist', () => path.join(base, 'nothing.wav')],
    ['out by dots', () => `${archive}/../secret.wav`],
    ['out by dots that does not exist', () => `${archive}/../nothing.wav`],
    ['in a folder whose name begins the same', () => path.join(base, 'archive-private', 'secret.wav')],
    ['of the folder itself', () => archive],
    ['that is relative', () => 'film.wav'],
    ['in other letters', () => path.join(base, 'ARCHIVE', 'film.wav')],
    ['that is a URL', () => 'file:///etc/passwd'],
  ])('%s is refused, whether it exists or not', async (_, place) => {
    expect(await answered(place())).toEqual(outside);
  });

  it('over a link that leads out is refused, whether what is there exists or not', async () => {
    await symlink(base, inArchive('out'));
    await symlink(path.join(base, 'secret.wav'), inArchive('one.wav'));
    await symlink(path.join(base, 'nothing.wav'), inArchive('none.wav'));
    const places = ['out/secret.wav', 'out/nothing.wav', 'out/archive/../secret.wav', 'one.wav', 'none.wav'];
    for (const place of places) expect(await answered(inArchive(place)), place).toEqual(outside);
  });

  it('over a link that stays inside is taken', async () => {
    const place = await film();
    await symlink(place, inArchive('deep', 'link.wav'));
    await ingested(inArchive('deep', 'link.wav'));
  });

  it('inside that does not exist is not found', async () => {
    expect(await answered(inArchive('deep', 'nothing.wav'))).toEqual({
      status: 404,
      error: "PATH does not exist on the service's machine",
    });
  });

  it('of a pipe, a folder or an empty file is refused, and nothing waits', async () => {
    execFileSync('mkfifo', [inArchive('pipe.wav')]);
    const special = { status: 400, error: 'PATH is not a regular file; name a video, audio or image file' };
    expect(await answered(inArchive('pipe.wav'))).toEqual(special);
    expect(opened, 'opening alone can rewind a tape').not.toContain(inArchive('pipe.wav'));
    expect(await answered(inArchive('deep'))).toEqual(special);
    expect(await answered(await film(''))).toEqual({ status: 400, error: 'PATH is empty' });
  });

  it('of what is not media is refused', async () => {
    expect(await answered(await film('<html>no film</html>'))).toMatchObject({ status: 415 });
  });

  it('of a pipe that is put there between the look and the opening is refused, and nothing waits', async () => {
    const place = await film();
    before.open = async (file) => {
      if (file !== place) return;
      await rm(place);
      execFileSync('mkfifo', [place]);
    };
    expect(await answered(place)).toMatchObject({ error: expect.stringContaining('is not a regular file') });
    before.open = async () => undefined;
  });

  it('whose folder is swapped for a link between the look and the opening is refused', async () => {
    await mkdir(inArchive('swapped'));
    const place = inArchive('swapped', 'secret.wav');
    await writeFile(place, sound);
    before.open = async (file) => {
      if (file !== place) return;
      await rm(inArchive('swapped'), { recursive: true });
      await symlink(base, inArchive('swapped'));
    };
    expect(await answered(place)).toEqual(outside);
    before.open = async () => undefined;
  });

  it('that is swapped for a link between the look and the opening is refused', async () => {
    const place = await film();
    before.open = async (file) => {
      if (file !== place) return;
      await rm(place);
      await symlink(path.join(base, 'secret.wav'), place);
    };
    expect(await answered(place)).toEqual(outside);
    before.open = async () => undefined;
  });

  it('that is swapped for a link to a pipe, or to nothing, is refused like any other: it is not opened', async () => {
    execFileSync('mkfifo', [path.join(base, 'outside.pipe')]);
    for (const name of ['outside.pipe', 'nothing.wav']) {
      const place = await film();
      before.open = async (file) => {
        if (file !== place) return;
        await rm(place);
        await symlink(path.join(base, name), place);
      };
      expect(await answered(place), name).toEqual(outside);
    }
    before.open = async () => undefined;
  });

  it("in the data folder is refused, whatever is allowed: it holds other people's originals", async () => {
    const folders = service.context.config.inPlaceFolders as string[];
    folders.push(path.dirname(service.dataDir));
    const { id } = (await service.upload(sound, 'theirs.wav')).body;
    const original = path.join(service.dataDir, 'objects', 'files', id, 'original');
    expect(await answered(original)).toEqual(outside);
    await symlink(original, inArchive('theirs.wav'));
    expect(await answered(inArchive('theirs.wav'))).toEqual(outside);
    folders.pop();
  });
});

describe('an original that a job holds', () => {
  it('is what was checked, whatever has its name by then', async () => {
    const place = await film();
    const id = await ingested(place);
    const held = service.context.objects.hold();
    const way = await held.path(`files/${id}/original`);
    await rm(place);
    await symlink(path.join(base, 'archive-private', 'secret.wav'), place);
    expect(await readFile(way)).toEqual(sound);
    await held.release();
    await expect(readFile(way)).rejects.toThrow();
  });
});
