/** Folders of files go to a real service with one command. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serving } from '../support/serving.ts';
import { tone } from '../support/tone.ts';
import { emptyHome, type Home, vau as runVau } from '../support/vau.ts';
import { choosing, scripted } from './harness.ts';

let service: Serving;
let home: Home;
const at = (name: string) => path.join(home.folder, name);

beforeAll(async () => {
  [service, home] = [await serving(), await emptyHome()];
  mkdirSync(at('films/day two'), { recursive: true });
  for (const [index, name] of ['a.wav', 'b.wav', 'c.WAV', 'day two/d.wav', 'day two/take.wav'].entries())
    writeFileSync(at(`films/${name}`), tone(index));
  writeFileSync(at('films/notes.txt'), 'not media');
});
afterAll(async () => {
  await service.stop();
  await home.remove();
});

const env = () => ({ ...home.env, VAU_BASE_URL: service.url, VAU_TOKEN: service.token });
const vau = (...args: string[]) => runVau(args, { env: env(), cwd: home.folder, timeout: 120_000 });
const lines = (text: string) => text.trimEnd().split('\n');
const count = async () => (await service.call('GET', '/files?limit=1')).body.total as number;

describe('vau file upload FOLDER', () => {
  it('[CLI-8] uploads a folder into a new collection, with one line a file; what is there is not sent again', async () => {
    const line = [
      'file',
      'upload',
      'films',
      '--collection',
      'Talks',
      '--create',
      '--collection-type',
      'metadata',
      '--wait',
      '--interval',
      '0.1',
    ];
    const first = await vau(...line, '--exclude', 'c.*');
    expect([first.status, first.stderr]).toEqual([0, expect.stringContaining('Created collection Talks')]);
    expect(
      lines(first.stdout)
        .map((one) => one.replace(/ {2}[0-9a-f-]{36} {2}/, ' ID '))
        .sort(),
    ).toEqual(['uploaded ID films/a.wav', 'uploaded ID films/b.wav']);
    expect(first.stderr).toContain('2 done, 0 failed');
    expect(first.stderr).toContain('films/day two/: a subfolder; with --recursive, its files are taken too');
    const other = await vau(...line, '--exclude', 'c.*', '--exclude', 'day*');
    expect(other.stderr).not.toContain('subfolder');

    const again = await vau(...line, '--recursive', '-o', 'ndjson');
    expect(again.status).toBe(0);
    const results = lines(again.stdout).map((one) => JSON.parse(one));
    const sent = Object.fromEntries(results.map(({ input, sent }) => [input.path, sent]));
    expect(sent).toEqual({
      'films/a.wav': false,
      'films/b.wav': false,
      'films/c.WAV': true,
      'films/day two/d.wav': true,
      'films/day two/take.wav': true,
    });
    expect(results.every(({ result }) => result.status === 'completed')).toBe(true);
    expect(again.stderr).toContain('Left out films/notes.txt: not a media file of a kind this program opens');
    expect(await count()).toBe(5);
    const { body } = await service.call('GET', '/collections?limit=5');
    expect(body.data).toMatchObject([{ name: 'Talks', collection_type: 'metadata', file_count: 5 }]);
  });

  it('[CLI-8] takes patterns and metadata by filename, and sends the same content once', async () => {
    mkdirSync(at('more'));
    for (const name of ['x1.wav', 'x2.wav']) writeFileSync(at(`more/${name}`), tone(20));
    writeFileSync(at('more/y.wav'), tone(21));
    writeFileSync(at('about.csv'), 'filename,speaker,day\ny.wav,"Ada, L.",2\n');
    const ended = await vau('file', 'upload', 'more/*.wav', '--metadata', 'about.csv', '-o', 'ndjson');
    expect(ended.status).toBe(0);
    const results = lines(ended.stdout).map((one) => JSON.parse(one));
    expect(results.filter(({ sent }) => sent)).toHaveLength(2);
    const y = results.find(({ input }) => input.path === 'more/y.wav');
    expect(y.result.metadata).toEqual({ speaker: 'Ada, L.', day: '2' });
    // A content has one name at the service, and is found by that one.
    const told = await vau('file', 'upload', 'more/x1.wav', 'more/x2.wav');
    expect(told.stdout.match(/ \(there as x[12]\.wav\)$/gm)).toHaveLength(1);
  });

  it('[CLI-8] goes on after a failure, names it in its line, and exits with its status', async () => {
    writeFileSync(at('bad.wav'), 'no media');
    const ended = await vau('file', 'upload', 'bad.wav', 'films/a.wav');
    expect(ended.status).toBe(2);
    expect(lines(ended.stdout).sort()).toEqual([
      expect.stringMatching(/^existing .*films\/a.wav$/),
      expect.stringMatching(/^failed {4}bad.wav: The service would refuse it: /),
    ]);
  });

  it('writes what failed to a CSV file, and deletes only what it sent itself and cannot be processed', async () => {
    mkdirSync(at('mixed'));
    writeFileSync(at('mixed/=good.wav'), tone(90));
    writeFileSync(at('mixed/=cut.mp4'), Buffer.from(`\0\0\0\x18ftypisom\0\0\0\0isommp42${'x'.repeat(400)}`));
    writeFileSync(at('mixed/=no.wav'), 'no media');
    const before = await count();
    const named = ['mixed/=good.wav', 'mixed/=cut.mp4', 'mixed/=no.wav'];
    const line = ['file', 'upload', ...named, '--failed', 'failed.csv', '--interval', '0.1'];
    const ended = await vau(...line, '--wait', '--delete-failed');
    expect(ended.stderr).toContain('Deleted 1 failed file\nWrote failed.csv: 2 failed');
    const rows = readFileSync(at('failed.csv'), 'utf8').trimEnd().split('\r\n').sort();
    expect(rows).toEqual([
      'file,file_id,error,deleted',
      expect.stringMatching(/^mixed\/=cut\.mp4,[\w-]{36},.*damaged.*,true$/),
      expect.stringMatching(/^mixed\/=no\.wav,,The service would refuse it: .*,false$/),
    ]);
    expect(await count()).toBe(before + 1);
  });

  it('does not call failed what is only not finished in time, and lists none of it for deletion', async () => {
    mkdirSync(at('late'));
    for (const [index, name] of ['one.wav', 'two.wav'].entries())
      writeFileSync(at(`late/${name}`), tone(270 + index));
    const line = ['file', 'upload', 'late', '--wait', '--failed', 'late.csv'];
    const ended = await vau(...line, '--timeout', '0');
    expect([ended.status, lines(ended.stdout).sort()]).toEqual([
      124,
      [
        expect.stringMatching(/^late {6}late\/one\.wav: /),
        expect.stringMatching(/^late {6}late\/two\.wav: /),
      ],
    ]);
    expect(ended.stderr).toContain(
      '0 done, 0 failed, 2 not finished (timeout; the jobs themselves continue)',
    );
    expect(ended.stderr).toContain('To keep waiting, type the same command again');
    expect(ended.stderr).not.toMatch(/[12] of 2 files processed/);
    expect(readFileSync(at('late.csv'), 'utf8').trimEnd()).toBe('file,file_id,error,deleted');
    const json = await vau(...line, '--timeout', '0', '-o', 'json');
    if (json.status !== 0)
      expect(JSON.parse(lines(json.stderr).at(-1) ?? '')).toMatchObject({
        code: 'timed_out',
        exit_status: 124,
      });
    expect((await vau(...line, '--interval', '0.1')).status).toBe(0);
  });

  it('refuses what is no file, and does not read a pipe', async () => {
    execFileSync('mkfifo', [at('pipe.mp4')]);
    for (const more of [['--collection', 'Talks'], ['films/a.wav'], ['--no-preflight', '--again']]) {
      const ended = await vau('file', 'upload', 'pipe.mp4', ...more);
      expect([ended.status === 0, ended.stdout + ended.stderr]).toEqual([
        false,
        expect.stringContaining('pipe.mp4 is not a regular file'),
      ]);
    }
    rmSync(at('pipe.mp4'));
  });

  it('does not keep the beginning of a file that is still being written', async () => {
    mkdirSync(at('growing'));
    writeFileSync(at('growing/now.wav'), tone(275));
    const before = await count();
    const writing = setInterval(() => appendFileSync(at('growing/now.wav'), Buffer.alloc(2048)), 2);
    const ended = await vau('file', 'upload', 'growing').finally(() => clearInterval(writing));
    expect([ended.status, ended.stdout]).toEqual([1, expect.stringContaining('changed during the upload')]);
    expect(await count()).toBe(before);
  });

  it('a file that could not be processed is not sent once more, unless --again asks for it', async () => {
    mkdirSync(at('damaged'));
    writeFileSync(at('damaged/cut.wav'), tone(60).subarray(0, 46));
    const line = ['file', 'upload', 'damaged', '--wait', '--interval', '0.1'];
    const first = await vau(...line);
    expect([first.status, first.stdout]).toEqual([
      10,
      expect.stringMatching(/^failed {4}damaged\/cut\.wav: /),
    ]);
    const before = await count();
    const second = await vau(...line);
    expect([second.status, second.stdout]).toEqual([
      10,
      expect.stringMatching(/could not process it: .*; --again sends it once more$/m),
    ]);
    expect(await count()).toBe(before);
    expect((await vau(...line, '--again')).status).toBe(10);
    expect(await count()).toBe(before + 1);
  });

  it('sends the subtitles beside a film with it, and says which were not sent', async () => {
    mkdirSync(at('talks'));
    const said = '1\n00:00:00,000 --> 00:00:01,000\nThe lighthouse keeper sleeps.\n';
    for (const [index, name] of ['one', 'two'].entries()) {
      writeFileSync(at(`talks/${name}.wav`), tone(170 + index));
      writeFileSync(at(`talks/${name}.srt`), said);
    }
    writeFileSync(at('talks/two.srt'), 'nothing with times');
    writeFileSync(at('talks/two.vtt'), Buffer.from(`\ufeffWEBVTT\n\n${said.slice(2)}`, 'utf16le'));
    const line = [
      'file',
      'upload',
      'talks',
      '--collection',
      'Said',
      '--create',
      '--wait',
      '--interval',
      '0.1',
    ];
    const sent = await vau(...line, '-o', 'ndjson');
    expect(sent.status).toBe(0);
    expect(sent.stderr).toMatch(
      /Sent with subtitles: talks\/(one\.srt, talks\/two\.vtt|two\.vtt, talks\/one\.srt)/,
    );
    expect(sent.stderr).toContain('Left out talks/two.srt: ');
    expect(sent.stderr).not.toContain('Left out talks/one.srt');
    const asked = await vau('search', 'run', 'lighthouse keeper', '--collection', 'Said', '-o', 'json');
    const found = JSON.parse(asked.stdout);
    expect(new Set(found.results.map((one: { file_id: string }) => one.file_id)).size).toBe(2);
    await vau('collection', 'delete', 'Said', '--yes');
    expect((await vau('file', 'upload', 'talks')).stderr).not.toMatch(/Not sent|one\.srt/);
    writeFileSync(at('talks/one.srt'), said.replace('sleeps', 'is awake'));
    const again = await vau('file', 'upload', 'talks', '--recursive');
    expect([again.status, again.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^Not sent, because the service has the film already: .*one\.srt.*vau transcript put /m,
      ),
    ]);
    expect(again.stderr).not.toContain('two.vtt');
    const without = await vau('file', 'upload', 'talks/one.wav', '--no-sidecar', '--dry-run');
    expect([without.stdout, without.stderr].join('')).not.toContain('srt');
    const alone = await vau('file', 'upload', 'talks/one.wav', '--dry-run');
    expect(alone.stderr).toContain('talks/one.srt lies beside it and is sent with it');
    expect(alone.stdout).toContain('one.srt');
    const shared = await vau(
      'file',
      'upload',
      'talks/one.wav',
      'talks/two.wav',
      '--subtitles',
      'talks/one.srt',
    );
    expect([shared.status, shared.stderr]).toEqual([2, expect.stringContaining('belongs to one film')]);
  });

  it('keeps a file whose analysis failed although it is whole', async () => {
    const states = { whole: 'completed' };
    const plain = await scripted(({ method, path: route }) => {
      const id = Object.keys(states).find((name) => route.endsWith(`/files/${name}`)) as keyof typeof states;
      if (id) return { json: { id, status: states[id], error: 'no' } };
      if (method === 'POST' && route.endsWith('/files')) return { json: { id: 'whole', status: 'pending' } };
      if (route.includes('/collections/'))
        return { json: { collection_id: 'c', file_id: 'whole', status: 'failed', error: 'no words' } };
      if (route.endsWith('/collections'))
        return { json: { object: 'list', data: [{ id: 'c', name: 'C' }], total: 1 } };
      return { json: { object: 'list', data: [], total: 0 } };
    });
    const line = ['file', 'upload', 'bad.wav', '--no-preflight', '--collection', 'C', '--interval', '0.1'];
    const ended = await runVau([...line, '--wait', '--delete-failed', '--failed', 'kept.csv'], {
      env: { ...home.env, ...choosing(plain) },
      cwd: home.folder,
    });
    expect(ended.stderr).toContain('Wrote kept.csv: 1 failed');
    expect(readFileSync(at('kept.csv'), 'utf8')).toContain('bad.wav,whole,no words,false');
    expect(plain.arrived.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await plain.close();
  });

  it('refuses --delete-failed without --wait, and a CSV file in no folder, before anything is sent', async () => {
    const before = await count();
    const early = await vau('file', 'upload', 'films', '--delete-failed');
    expect([early.status, early.stderr]).toEqual([
      2,
      expect.stringContaining('--delete-failed needs --wait'),
    ]);
    const nowhere = await vau('file', 'upload', 'films', '--failed', 'no/where.csv');
    expect([nowhere.status, nowhere.stderr]).toEqual([
      2,
      expect.stringContaining('no/where.csv does not exist'),
    ]);
    expect(await count()).toBe(before);
  });

  it('[CLI-8] refuses before anything is sent: a missing file, a missing collection, an empty folder', async () => {
    const before = await count();
    const missing = await vau('file', 'upload', 'films', 'nowhere.mp4');
    expect(missing).toMatchObject({ status: 2, stdout: '' });
    expect(missing.stderr).toContain('nowhere.mp4 does not exist');
    const unknown = await vau('file', 'upload', 'films', '--collection', 'Nobody');
    expect(unknown).toMatchObject({ status: 5, stdout: '' });
    expect(unknown.stderr).toContain('--create');
    mkdirSync(at('empty'));
    const empty = await vau('file', 'upload', 'empty');
    expect(empty).toMatchObject({ status: 2, stdout: '' });
    expect(empty.stderr).toContain('--recursive');
    expect(await count()).toBe(before);
  });

  it('[CLI-8] continues with a journal where the service knows no content hashes; changed files are sent again', async () => {
    const plain = await scripted(({ method }) => ({
      json:
        method === 'GET'
          ? { object: 'list', data: [{ id: 'other' }], total: 1 }
          : { id: 'f', status: 'pending' },
    }));
    const run = () =>
      runVau(['file', 'upload', 'films', '--resume', 'done.ndjson'], {
        env: { ...home.env, ...choosing(plain) },
        cwd: home.folder,
      });
    const posts = () => plain.arrived.filter(({ method }) => method === 'POST').length;
    expect((await run()).status).toBe(0);
    expect(posts()).toBe(3);
    writeFileSync(at('films/a.wav'), tone(50));
    const again = await run();
    expect(again.stderr).toContain('2 of 3 are already done according to done.ndjson');
    expect(posts()).toBe(4);
    await plain.close();
  });

  it('[CLI-8] media add uploads what is local, and adds what has an id', async () => {
    const { body } = await service.call('GET', '/collections?limit=1');
    const { body: files } = await service.call('GET', '/files?limit=1');
    const [id, collection] = [files.data?.[0]?.id, body.data?.[0]?.id].map(String) as [string, string];
    const ended = await vau('media', 'add', collection, 'more', id);
    expect([ended.status, ended.stderr]).toEqual([0, expect.stringContaining('4 done, 0 failed')]);
    const { body: now } = await service.call('GET', `/collections/${collection}`);
    expect(now.file_count).toBeGreaterThanOrEqual(7);
  });

  it('[CLI-8] two processes that upload the same folder at once leave each content there once', async () => {
    for (let round = 0; round < 2; round += 1) {
      const [folder, name] = [`race${round}`, `Race ${round}`];
      mkdirSync(at(folder));
      for (let index = 0; index < 10; index += 1)
        writeFileSync(at(`${folder}/${index}.wav`), tone(100 + 10 * round + index));
      const before = await count();
      // In the first round the processes meet at the films, in the second one at the collection too.
      if (round === 0) await vau('collection', 'create', name, '--type', 'media-descriptions');
      const line = ['file', 'upload', folder, '--collection', name, '--create', '-o', 'ndjson'];
      const ended = await Promise.all([vau(...line), vau(...line), vau(...line)]);
      expect(ended.map(({ status }) => status)).toEqual([0, 0, 0]);
      const results = ended.flatMap(({ stdout }) => lines(stdout).map((one) => JSON.parse(one)));
      expect(results.filter(({ sent }) => sent)).toHaveLength(10);
      expect(new Set(results.map(({ result }) => result.file_id)).size).toBe(10);
      expect(await count()).toBe(before + 10);
      const { body } = await service.call('GET', `/collections?named=${encodeURIComponent(name)}`);
      expect(body.data).toMatchObject([{ name, file_count: 10 }]);
    }
  });

  it('[CLI-8] --dry-run sends nothing', async () => {
    rmSync(at('films/notes.txt'));
    writeFileSync(at('films/new.wav'), tone(70));
    const before = await count();
    const ended = await vau('file', 'upload', 'films', '--collection', 'None', '--create', '--dry-run');
    expect(ended.status).toBe(0);
    expect(lines(ended.stdout)).toHaveLength(4);
    expect(await count()).toBe(before);
  });
});
