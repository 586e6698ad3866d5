/** A second share of the same file: the error names the existing one, and --if-absent returns it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, choosing, run, stage } from './harness.ts';

const file = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const segment = '0b6a1a52-9f3c-4c1e-8a51-000000000002';
const one = {
  id: 'share-1',
  object: 'share',
  file_id: file,
  visibility: 'public',
  title: 'Demo day',
  share_url: 'https://media.example/s/share-1',
  status: 'completed',
};
const others = [
  { ...one, id: 'share-2', file_segment_id: segment },
  { ...one, id: 'share-3', visibility: 'private' },
];
const { service, home } = await stage();
let present: object[];
beforeEach(() => {
  present = [...others, one];
  service.script = ({ method }): Answer =>
    method === 'POST'
      ? { status: 409, json: { error: 'there is one already' } }
      : { json: { object: 'list', data: present, total: present.length, limit: 100, offset: 0 } };
});

const create = (...more: string[]) =>
  run(home.folder, ['share', 'create', file, ...more], { env: choosing(service) });

describe('share create with an existing share', () => {
  it('[SHARE-6] exits 6 and names the share, its link and the next command, no HTTP method', async () => {
    const ended = await create();
    expect(ended).toMatchObject({ status: 6, stdout: '' });
    for (const said of [`File ${file} already has a public share: share-1 "Demo day"`, one.share_url])
      expect(ended.stderr).toContain(said);
    expect(ended.stderr).toContain('--if-absent');
    expect(ended.stderr).toContain('Next: vau share get share-1');
    expect(ended.stderr).not.toMatch(/\b(GET|POST|PUT|DELETE)\b/);
    expect(JSON.parse((await create('-o', 'json')).stderr)).toMatchObject({ code: 'conflict', status: 409 });
  });

  it.each([
    [['--segment-id', segment], 'share-2'],
    [['--visibility', 'private'], 'share-3'],
  ])('[SHARE-6] %j: names that one', async (line, id) => {
    expect((await create(...line)).stderr).toContain(`Next: vau share get ${id}`);
  });

  it('--if-absent returns the existing share unchanged, and waits for it', async () => {
    const ended = await create('--if-absent', '--title', 'Other', '-o', 'json');
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.stdout)).toEqual(one);
    expect(ended.stderr).toContain('Share share-1 already exists; it was not changed.');
    expect((await create('--if-absent', '--wait', '--query', 'share_url')).stdout).toBe(`${one.share_url}\n`);
  });

  it('if none is found, the original error is shown, with --if-absent too', async () => {
    present = others;
    for (const more of [[], ['--if-absent']]) {
      const ended = await create(...more);
      expect(ended).toMatchObject({ status: 6, stdout: '' });
      expect(ended.stderr).toContain('there is one already');
    }
  });

  it('another error is not treated as a conflict', async () => {
    service.script = () => ({ status: 404, json: { error: 'no such file' } });
    expect((await create('--if-absent')).status).toBe(5);
    expect(service.arrived).toHaveLength(1);
  });
});
