/** Files are read where they are, by the built service, named by the built command line. */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serving } from '../support/serving.ts';
import { tone } from '../support/tone.ts';
import { emptyHome, type Home, vau as runVau } from '../support/vau.ts';

let service: Serving;
let home: Home;
const at = (name: string) => path.join(home.folder, name);

beforeAll(async () => {
  home = await emptyHome();
  mkdirSync(at('archive/day two'), { recursive: true });
  for (const [index, name] of ['a.wav', 'b.wav', 'day two/c.wav', 'day two/d.wav'].entries())
    writeFileSync(at(`archive/${name}`), tone(index));
  writeFileSync(at('archive/notes.txt'), 'not media');
  writeFileSync(at('secret.wav'), tone(9));
  symlinkSync(at('secret.wav'), at('archive/link.wav'));
  service = await serving({
    env: { VAU_IN_PLACE_FOLDERS: [at('archive'), at('unmounted')].join(path.delimiter) },
  });
});
afterAll(async () => {
  await service.stop();
  await home.remove();
});

const env = () => ({ ...home.env, VAU_BASE_URL: service.url, VAU_TOKEN: service.token });
const vau = (...args: string[]) => runVau(args, { env: env(), cwd: home.folder, timeout: 120_000 });
const ids = (text: string) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');
/** Names, sizes and times of all that is in the archive. */
const state = () =>
  readdirSync(at('archive'), { recursive: true }).map((name) => {
    const { size, mtimeMs, ctimeMs } = statSync(path.join(at('archive'), String(name)));
    return [name, size, mtimeMs, ctimeMs];
  });

describe('vau file upload --in-place', () => {
  it('[CLI-8] takes a folder into a collection without a copy; the same command again changes nothing', async () => {
    const before = state();
    const line = ['file', 'upload', 'archive', '--recursive', '--exclude', 'link.*', '--in-place'];
    const wanted = ['--collection', 'Archive', '--create', '--collection-type', 'metadata'];
    const first = await vau(...line, ...wanted, '--wait', '--interval', '0.1', '-o', 'ndjson');
    expect([first.status, first.stderr]).toEqual([0, expect.stringContaining('4 done, 0 failed')]);
    const again = await vau(...line);
    expect([again.status, ids(again.stdout).trimEnd().split('\n').sort()]).toEqual([
      0,
      ['a.wav', 'b.wav', 'day two/c.wav', 'day two/d.wav'].map((name) => `in place  ID  archive/${name}`),
    ]);
    const files = (await service.call('GET', '/files?order=filename&sort=asc')).body.data;
    expect(files).toMatchObject(
      ['a.wav', 'b.wav', 'day two/c.wav', 'day two/d.wav'].map((name) => ({
        status: 'completed',
        filename: path.basename(name),
        in_place: { path: at(`archive/${name}`) },
      })),
    );
    expect(state()).toEqual(before);
    const stored = readdirSync(path.join(service.home.dataFolder, 'objects'), { recursive: true });
    expect(stored.filter((name) => String(name).endsWith('original'))).toEqual([]);
  });

  it('names one file with its metadata, and shows where it is', async () => {
    const one = await vau('file', 'upload', 'archive/a.wav', '--in-place', '-o', 'json');
    expect(JSON.parse(one.stdout)).toMatchObject({ in_place: { path: at('archive/a.wav') } });
    const added = await vau('media', 'add', 'Archive', at('archive/b.wav'), '--in-place');
    expect([added.status, added.stderr]).toEqual([0, expect.stringContaining('1 done')]);
  });

  it.each([
    ['a file outside', 'secret.wav', /is not in a folder whose files this service may read in place/],
    ['a link out', 'archive/link.wav', /is not in a folder whose files/],
    ['what is not media', 'archive/notes.txt', /not supported; allowed: video, audio and images/],
  ])('says why it refuses %s', async (_, name, reason) => {
    const refused = await vau('file', 'upload', at(name), '--in-place');
    expect([refused.stdout, refused.stderr]).toEqual(['', expect.stringMatching(reason)]);
    expect(refused.status).not.toBe(0);
  });

  it("takes the path of a service's own machine, though it does not exist here", async () => {
    const away = at('unmounted/film.wav');
    const both = await vau('file', 'upload', away, at('archive/a.wav'), '--in-place');
    expect(ids(both.stdout).trimEnd().split('\n').sort()).toEqual([
      expect.stringMatching(/^failed {4}.*unmounted\/film.wav: .*does not exist on the service's machine/),
      `in place  ID  ${at('archive/a.wav')}`,
    ]);
    expect((await vau('file', 'upload', 'away.wav', at('archive/a.wav'), '--in-place')).stderr).toContain(
      'away.wav does not exist',
    );
  });

  it('is not for subtitles, which are sent', async () => {
    const refused = await vau('file', 'upload', 'archive/a.wav', '--in-place', '--subtitles', 'a.srt');
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--in-place and --subtitles cannot be given together'),
    ]);
  });

  it('says at every turn that a file changed or went away', async () => {
    const [changed, gone] = await Promise.all(
      ['a.wav', 'b.wav'].map(async (name) => {
        const { stdout } = await vau('file', 'upload', at(`archive/${name}`), '--in-place', '-o', 'json');
        return (JSON.parse(stdout) as { id: string }).id;
      }),
    );
    appendFileSync(at('archive/a.wav'), 'more');
    renameSync(at('archive/b.wav'), at('archive/b.old'));
    expect((await vau('file', 'get', changed ?? '')).stdout).toMatch(
      /changed after it was ingested in place/,
    );
    expect((await vau('file', 'get', gone ?? '')).stdout).toMatch(/is no longer there; put it back/);
    const described = await vau(
      'transcribe',
      'create',
      `vau://files/${changed}`,
      '--wait',
      '--interval',
      '0.1',
    );
    expect(described.status).not.toBe(0);
    expect(described.stdout + described.stderr).toContain('changed after it was ingested in place');
    const doctor = await runVau(['service', 'doctor', '--data-dir', service.home.dataFolder], {
      env: { ...home.env, VAU_IN_PLACE_FOLDERS: at('archive') },
    });
    expect(doctor.stderr).toContain('2 of 4 files in place can no longer be read:');
    expect(doctor.stderr).toContain(
      `${gone}  ${at('archive/b.wav')} was ingested in place and is no longer there`,
    );
    const deleted = await vau('file', 'delete', changed ?? '', '--yes');
    expect([deleted.status, statSync(at('archive/a.wav')).size]).toEqual([0, tone(0).length + 4]);
  });
});
