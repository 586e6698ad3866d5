/** The ten jobs of docs/jobs.md: every line of them, as typed, with the real binary and a service of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '../../scripts/jobs.mjs';
import { answersOver } from '../support/export-queries.ts';
import { startOfHarbour } from '../support/film.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { tone } from '../support/tone.ts';
import { passedOn } from '../support/vau.ts';
import { pipelinePrograms } from './pipeline-steps.ts';

let service: Serving;
/** The service of the second profile. */
let staging: Serving;
let programs: ReturnType<typeof pipelinePrograms>;
let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);

/** Films that say they are films and hold none. */
const broken = [17, 90, 150];

beforeAll(async () => {
  [service, staging] = await Promise.all([serving({ args: ['--workers', '2'] }), serving()]);
  programs = pipelinePrograms();
  folder = service.home.folder;
  mkdirSync(at('films'));
  mkdirSync(at('more'));
  for (let index = 0; index < 200; index += 1)
    if (broken.includes(index)) writeFileSync(at('films', `clip-${index}.mp4`), brokenFilm(index));
    else writeFileSync(at('films', `clip-${index}.wav`), tone(index));
  for (let index = 0; index < 40; index += 1)
    writeFileSync(at('more', `more-${index}.wav`), tone(1000 + index));
  writeFileSync(at('token.txt'), staging.token);
  await staging.call('POST', '/collections', { name: 'Rehearsal', collection_type: 'metadata' });
  writeFileSync(
    at('warning.yaml'),
    'name: warning\ninstructions: Find each sentence that warns of danger at sea.\n',
  );
  writeFileSync(at('harbour.mp4'), await startOfHarbour(35));
  const watch = await typed(
    'vau file upload harbour.mp4 --collection Watch --create --collection-type moments --wait',
  );
  const harbour = await typed('vau file upload harbour.mp4 --collection Harbour --create --wait');
  expect([watch.status, harbour.status], watch.stderr + harbour.stderr).toEqual([0, 0]);
});
afterAll(async () => {
  programs?.remove();
  await Promise.all([service?.stop(), staging?.stop()]);
});

const brokenFilm = (number: number) =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.alloc(400, number)]);

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts lines in one shell, in the folder of the films. */
function shell(lines: string): ChildProcess {
  return spawn('bash', ['--noprofile', '--norc', '-o', 'pipefail', '-c', lines], {
    cwd: folder,
    detached: true,
    env: {
      ...passedOn(),
      ...service.home.env,
      PATH: `${programs.folder}:${process.env.PATH}`,
      BROWSER: 'echo',
      U: service.url,
      STAGING: staging.url,
      A: `authorization: Bearer ${service.token}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function typed(lines: string): Promise<Ended> {
  const child = shell(lines);
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr })));
}

const job = (start: string) => {
  const found = jobs.find(({ name }) => name.startsWith(start));
  if (!found) throw new Error(`no job ${start}`);
  return found;
};
const byVau = (start: string) => typed(job(start).vau.join('\n'));
const alone = (start: string) => typed(job(start).alone.join('\n'));
const get = async (where: string) => (await service.call('GET', where)).body;
const names = (rows: { filename: string }[]) => rows.map(({ filename }) => filename);
const idOf = async (name: string) =>
  (await get('/collections?limit=100')).data?.find((one: { name: string }) => one.name === name)
    ?.id as string;

describe('ten jobs', () => {
  it('[CLI-8] a folder of 200 files: uploaded, waited for, failures as CSV, failed files deleted', async () => {
    const ended = await byVau('A folder of 200');
    expect(ended.status, ended.stderr).toBe(10);
    expect(ended.stderr).toContain('197 done, 3 failed\nDeleted 3 failed files\nWrote failed.csv: 3 failed');
    const [head, ...rows] = readFileSync(at('failed.csv'), 'utf8').trimEnd().split('\r\n');
    expect(head).toBe('file,file_id,error,deleted');
    expect(rows.map((row) => row.replace(/,.*/, '')).sort()).toEqual(
      broken.map((number) => path.join('films', `clip-${number}.mp4`)).sort(),
    );
    expect(rows.every((row) => row.endsWith(',true'))).toBe(true);
    expect((await get('/files?status=failed')).total).toBe(0);
    expect((await get(`/collections/${await idOf('Talks')}/videos?limit=1`)).total).toBe(197);
  }, 600_000);

  it('a question asked, and the answer opened at its second', async () => {
    const ended = await byVau('A question');
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.stdout + ended.stderr).toMatch(/Opened harbour\.mp4 at 0:00:27: http\S+film\.mp4#t=27/);
  });

  it('a clip shared', async () => {
    const ended = await byVau('Four seconds');
    expect(ended.status, ended.stderr).toBe(0);
    const link = /https?:\/\/\S+\/s\/\S+/.exec(ended.stdout)?.[0] ?? '';
    expect((await fetch(link)).status).toBe(200);
    const { file_id, file_segment_id } = (await get('/share?limit=1')).data[0] ?? {};
    const { data } = await get(`/files/${file_id}/segments?limit=100`);
    const clip = data.find(({ id }: { id: string }) => id === file_segment_id);
    expect(clip).toMatchObject({ start_time: 27, end_time: 31 });
  });

  it('a transcript saved as SRT', async () => {
    expect((await byVau('A transcript')).status).toBe(0);
    expect(readFileSync(at('harbour.srt'), 'utf8')).toMatch(/^1\n00:00:00,600 --> 00:00:03,093\nThis is/);
  });

  it('a collection exported to Parquet, and queried', async () => {
    expect((await byVau('A collection exported')).status).toBe(0);
    const query = `SELECT files.filename, text FROM 'talks/speech.parquet' JOIN 'talks/files.parquet' USING (file_id)
      WHERE text ILIKE '%horn%' AND start_time > 20`;
    const [horn] = await answersOver(at('talks'), [query]);
    expect(horn).toEqual([['harbour.mp4', 'If one is too close, the horn sounds three times.']]);
  });

  it('[ATT-12] a criterion attached twice: the second time nothing runs or is charged', async () => {
    const first = await byVau('A criterion');
    expect(first.status, first.stderr).toBe(0);
    const ledger = await get('/billing/ledger');
    expect((await byVau('A criterion')).status).toBe(0);
    expect(await get('/billing/ledger')).toEqual(ledger);
    expect(await get(`/collections/${await idOf('Watch')}`)).toHaveProperty(
      'moments_config.criteria.length',
      1,
    );
  });

  it('production protected: a change there asks, and without a terminal nothing is changed', async () => {
    writeFileSync(at('production.txt'), service.token);
    const login = `vau auth login --profile production --base-url ${service.url} --token-file production.txt --no-use`;
    expect((await typed(login)).status).toBe(0);
    expect((await byVau('Production')).status).toBe(0);
    const before = await get('/collections?limit=100');
    const refused = await typed('vau collection create Late --type metadata --profile production');
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('production');
    expect(await get('/collections?limit=100')).toEqual(before);
  });

  it('an upload killed, and resumed: every file is there once', async () => {
    const child = shell(job('An upload killed').vau.join('\n'));
    const gone = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    expect(await gone).toBe('SIGKILL');
    const ended = await byVau('An upload killed');
    expect(ended.status, ended.stderr).toBe(0);
    const words = ended.stdout.trimEnd().split('\n');
    expect(words).toHaveLength(40);
    // What was there is not sent again, and the rest is.
    expect(words.some((line) => line.startsWith('existing'))).toBe(true);
    expect(words.some((line) => line.startsWith('uploaded'))).toBe(true);
    const { data } = await get(`/collections/${await idOf('Talks')}/videos?limit=100`);
    const more = names(data.map(({ file }: { file: { filename: string } }) => file)).filter((name) =>
      name.startsWith('more'),
    );
    expect([more.length, new Set(more).size]).toEqual([40, 40]);
  });

  it('two profiles', async () => {
    const ended = await byVau('Two profiles');
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.stdout).toContain('Rehearsal');
    expect(ended.stdout).not.toContain('Harbour');
    expect((await typed('vau collection list')).stdout).toContain('Harbour');
    expect((await typed('vau config get profile')).stdout).not.toContain('staging');
  });

  it('a folder probed', async () => {
    const ended = await byVau('A folder probed');
    expect(ended.status).toBe(1);
    expect(ended.stdout.trimEnd().split('\r\n')).toHaveLength(198);
    expect(broken.every((number) => ended.stderr.includes(`clip-${number}.mp4`))).toBe(true);
  });
});

describe('the same with the interface alone, on a folder of five', () => {
  beforeAll(() => {
    for (const name of ['films', 'more']) rmSync(at(name), { recursive: true });
    for (const name of ['films', 'more']) {
      mkdirSync(at(name));
      for (let index = 0; index < 4; index += 1)
        writeFileSync(at(name, `${name}-${index}.wav`), tone(2000 + index));
    }
    writeFileSync(at('films', 'films-4.mp4'), brokenFilm(9));
    rmSync(at('failed.csv'), { force: true });
  });

  needs('curl', 'jq')(
    'does what it says, with the lines that the page counts',
    async () => {
      const ends: Record<string, Ended> = {};
      for (const { name, alone: lines } of jobs) if (lines.length > 0) ends[name] = await alone(name);
      const said = (start: string) => ends[job(start).name];
      expect(readFileSync(at('failed.csv'), 'utf8')).toMatch(/^"films-4\.mp4","[\w-]+",".+"\n$/);
      expect((await get(`/collections/${await idOf('Talks by hand')}/videos`)).total).toBe(4);
      expect(said('A question')?.stdout).toMatch(/film\.mp4#t=27/);
      expect(said('Four seconds')?.stdout).toMatch(/\/s\//);
      expect(readFileSync(at('by-hand.srt'), 'utf8')).toContain(
        readFileSync(at('harbour.srt'), 'utf8').split(' --> ')[0],
      );
      expect(readFileSync(at('speech.ndjson'), 'utf8')).toContain('the horn sounds three times');
      expect(
        (await get('/files?limit=100&order=created_at')).data.map(
          (one: { filename: string }) => one.filename,
        ),
      ).toContain('more-3.wav');
      expect(said('Two profiles')?.stdout).toContain('Rehearsal');
      expect(said('A folder probed')?.stdout).toContain('films-3.wav');
      expect(said('A criterion')?.status).toBe(0);
    },
    120_000,
  );
});
