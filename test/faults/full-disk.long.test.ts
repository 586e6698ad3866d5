/** A disk that is full for a while at some point of every kind of job: nothing fails, and nothing that is done is cut. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { initNames, parsePlaylist } from '../../src/media/index.ts';
import { createAccount } from '../../src/service/accounts/accounts.ts';
import { createToken } from '../../src/service/accounts/tokens.ts';
import { openStore, type Store } from '../../src/service/store/open-store.ts';
import { AAC, make } from '../support/film.ts';
import { inFull } from '../support/in-full.ts';
import { locate, needs } from '../support/programs.ts';
import { seeded } from '../support/seeded.ts';
import { emptyHome, type Home, vau } from '../support/vau.ts';
import { type Caller, signedIn } from './support/caller.ts';
import { type Killable, serve } from './support/killable.ts';
import { canMount, type TightDisk, tightDisk } from './support/tight-disk.ts';

const it = needs('ffmpeg', 'ffprobe');
const run = promisify(execFile);

const many = process.env.VAU_TEST_MANY !== undefined;
const ROUNDS = many ? 40 : inFull(2, 1);
/** The longest time for which the disk is full, in milliseconds. */
const LONGEST_MS = many ? 10_000 : 2_000;
const SECONDS = 6;
const FRAMES = SECONDS * 25;

const TABLES = ['files', 'shares', 'segmentations', 'frame_extractions', 'describes'] as const;

describe.skipIf(!canMount())('a disk that is full for a while', () => {
  let home: Home;
  let disk: TightDisk;
  let store: Store;
  let service: Killable;
  let token: string;
  let call: Caller;
  let film: Buffer;
  /** What was sent in parts, by the id of its file. */
  const uploaded = new Map<string, Buffer>();
  beforeAll(async () => {
    const picture = ['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=25:d=${SECONDS}`];
    const tone = ['-f', 'lavfi', '-i', `sine=d=${SECONDS}:sample_rate=44100`];
    // No browser plays this codec: a share of it is encoded.
    film = await make([...picture, ...tone, '-c:v', 'mpeg4', ...AAC], 'mp4');
    home = await emptyHome();
    disk = await tightDisk(home.dataFolder);
    service = await serve(home);
    store = await openStore(home.dataFolder);
    const account = await createAccount(store.db, 'Films', 1000, Date.now());
    ({ token } = await createToken(store.db, account, 'test', Date.now()));
    call = signedIn(token, () => service.url);
  });
  afterAll(async () => {
    const gone = once(service.process, 'exit');
    service.process.kill('SIGTERM');
    await gone;
    await store.close();
    await disk.remove();
    await home.remove();
  });

  /** Asks until the service has taken it in, as a client does that gets 507 and 503. */
  async function asked(where: string, body: FormData | object): Promise<Record<string, string>> {
    for (;;) {
      try {
        return await call('POST', where, body);
      } catch (error) {
        expect(String(error)).toMatch(/: 50[37] /);
        await sleep(200);
      }
    }
  }

  /** Sends a file in four parts, as a client of tus does that goes on where the service is. @returns its id */
  async function inParts(content: Uint8Array<ArrayBuffer>): Promise<string> {
    const send = async (method: string, where: string, headers: object, body?: Uint8Array<ArrayBuffer>) => {
      for (;;) {
        const answer = await fetch(new URL(where, service.url), {
          method,
          headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
          ...(body && { body }),
        });
        await answer.arrayBuffer();
        if (answer.ok || answer.status === 409) return answer.headers;
        expect(answer.status, `${method} ${where}`).toBeOneOf([503, 507]);
        await sleep(200);
        // What came before the disk was full is kept.
        if (method === 'PATCH') return answer.headers;
      }
    };
    const length = { 'upload-length': String(content.length) };
    const uploads = new URL(`${service.url}/uploads`);
    const made = await send('POST', uploads.pathname, length);
    const where = new URL(made.get('location') ?? '', uploads).pathname;
    for (let at = 0; at < content.length; ) {
      const part = content.slice(at, at + Math.ceil(content.length / 4));
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) };
      await send('PATCH', where, type, part);
      at = Number((await send('HEAD', where, {})).get('upload-offset'));
    }
    return path.basename(where);
  }

  async function everyKind(round: number): Promise<void> {
    const own = (number: number) =>
      Buffer.concat([film, Buffer.from([0, 0, 0, 12, ...Buffer.from('free'), 0, 0, number, round])]);
    const form = new FormData();
    form.set('file', new Blob([own(0)]), 'a.mp4');
    const { id = '' } = await asked('/files', form);
    await Promise.all([
      inParts(own(1)).then((made) => uploaded.set(made, own(1))),
      asked('/share', { file_id: id, visibility: 'public' }),
      asked(`/files/${id}/segmentations`, {
        strategy: 'uniform',
        keyframe_config: { frames_per_segment: 3 },
      }),
      asked(`/files/${id}/frames`, { strategy: 'uniform', uniform_config: { frames_per_second: 5 } }),
      asked('/describe', { url: `vau://files/${id}`, enable_scene_text: false, enable_speech: false }),
    ]);
  }

  /** Number of frames that the whole stream of a share has. */
  async function framesOf(share: string): Promise<number> {
    const folder = path.join(home.dataFolder, 'objects', 'shares', share);
    const text = await readFile(path.join(folder, 'index.m3u8'), 'utf8');
    const names = [...initNames(text), ...parsePlaylist(text).segments.map(({ uri }) => uri)];
    const parts = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
    const whole = path.join(home.folder, `${share}.mp4`);
    await writeFile(whole, Buffer.concat(parts));
    const count = ['-count_frames', '-select_streams', 'v', '-show_entries', 'stream=nb_read_frames'];
    const { stdout } = await run(locate('ffprobe'), ['-v', 'error', ...count, '-of', 'csv=p=0', whole]);
    return Number.parseInt(stdout, 10);
  }

  const left = async () =>
    (await store.db.selectFrom('jobs').select(['kind', 'state', 'attempts', 'last_error']).execute()).map(
      (job) => JSON.stringify(job),
    );

  const ends = async () =>
    (
      await Promise.all(
        TABLES.map(async (table) =>
          (
            await store.db
              .selectFrom(table as 'files')
              .select(['status', 'error'])
              .execute()
          ).map(({ status, error }) => `${table} ${status}${error === null ? '' : `: ${error}`}`),
        ),
      )
    ).flat();

  it('fails nothing: all goes on by itself, and streams are whole to their last frame', async () => {
    const chance = seeded(7);
    for (let round = 0; round < ROUNDS; round += 1) {
      const working = everyKind(round);
      for (let time = 0; time < 2; time += 1) {
        await sleep(chance.below(2_000));
        await disk.fill();
        await sleep(500 + chance.below(LONGEST_MS - 500));
        await disk.empty();
      }
      await working;
    }
    await expect.poll(left, { timeout: 300_000, interval: 200 }).toEqual([]);
    // A description is of a segmentation of its own, and one file came in parts.
    expect(await ends()).toHaveLength((TABLES.length + 2) * ROUNDS);
    expect(uploaded.size).toBe(ROUNDS);
    for (const [id, content] of uploaded) {
      const kept = await readFile(path.join(home.dataFolder, 'objects/files', id, 'original'));
      expect(kept.equals(content), `the file ${id} that was sent in parts`).toBe(true);
    }
    expect([...new Set(await ends())]).toEqual(TABLES.map((table) => `${table} completed`));
    const shares = await store.db.selectFrom('shares').select('id').execute();
    for (const { id } of shares) expect(await framesOf(id)).toBe(FRAMES);
    const pictures = await store.db.selectFrom('thumbnails').select('object_key').execute();
    for (const { object_key: key } of pictures) {
      const jpeg = await readFile(path.join(home.dataFolder, 'objects', key));
      expect(jpeg.subarray(-2), key).toEqual(Buffer.from([0xff, 0xd9]));
    }
  }, 1_500_000);

  it('a backup and an export say so, and the same command goes on when there is room', async () => {
    const elsewhere = path.join(home.folder, 'elsewhere');
    const other = await tightDisk(elsewhere);
    // A disk of this kind without anything on it has no bound.
    await writeFile(path.join(elsewhere, 'beside'), 'x');
    try {
      const env = { ...home.env, VAU_TOKEN: token, VAU_BASE_URL: service.url };
      const { id = '' } = await call('POST', '/collections', { name: 'All', collection_type: 'metadata' });
      for (const file of await store.db.selectFrom('files').select('id').execute())
        await call('POST', `/collections/${id}/media`, { file_id: file.id });
      await expect.poll(left, { interval: 200 }).toEqual([]);
      const exported = (to: string) => ['collection', 'export', id, '--table', 'files', '--out', to];
      const right = path.join(home.folder, 'files.ndjson');
      expect(await vau(exported(right), { env })).toMatchObject({ status: 0 });
      const chance = seeded(8);
      for (const [words, made] of [
        [['service', 'backup', path.join(elsewhere, 'copy')], path.join(elsewhere, 'copy/backup.json')],
        [exported(path.join(elsewhere, 'files.ndjson')), path.join(elsewhere, 'files.ndjson')],
      ] as const) {
        // Full from the beginning, and then at some moment.
        for (const wait of [0, chance.below(1_500)]) {
          const filled = sleep(wait).then(other.fill);
          if (wait === 0) await filled;
          const ended = await vau([...words], { env });
          await filled;
          if (ended.status !== 0) {
            expect(ended.stderr).toMatch(/disk .*full|no space|free some space/i);
            expect(existsSync(made), `${made} of a run that failed`).toBe(false);
          }
          if (wait === 0) expect(ended.status).not.toBe(0);
          await other.empty();
          if (ended.status === 0) break;
        }
        if (!existsSync(made)) expect(await vau([...words], { env })).toMatchObject({ status: 0 });
      }
      expect(await readFile(path.join(elsewhere, 'files.ndjson'), 'utf8')).toBe(
        await readFile(right, 'utf8'),
      );
      const restored = path.join(home.folder, 'restored');
      const restore = ['service', 'restore', path.join(elsewhere, 'copy'), '--data-dir', restored];
      expect(await vau(restore, { env })).toMatchObject({ status: 0 });
      for (const [file, content] of uploaded) {
        const kept = await readFile(path.join(restored, 'objects/files', file, 'original'));
        expect(kept.equals(content), `the restored file ${file}`).toBe(true);
      }
    } finally {
      await other.remove();
    }
  }, 300_000);
});
