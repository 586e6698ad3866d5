/** vau share create --clip: one command makes the segment and shares it; and links that open on this machine only. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, choosing, run, stage } from './harness.ts';

const file = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const segment = '0b6a1a52-9f3c-4c1e-8a51-000000000002';
const segmentation = '0b6a1a52-9f3c-4c1e-8a51-000000000003';
const shared = (share_url: string) => ({
  id: 'share-1',
  object: 'share',
  file_id: file,
  file_segment_id: segment,
  asset_type: 'file_segment',
  visibility: 'public',
  link_preview: 'none',
  created_at: 1,
  status: 'completed',
  share_url,
});
const { service, home } = await stage();
let segments: object[];
let link: string;
let sent: string[];

const own = { id: segment, start_time: 10, end_time: 20.5 };

beforeEach(() => {
  segments = [];
  sent = [];
  link = 'https://media.example/s/share-1';
  service.script = ({ method, path, body, query }): Answer => {
    sent.push(`${method} ${path.replace(/\?.*$/, '')} ${JSON.stringify(body)}`);
    if (path.includes('/segments')) {
      const [limit, offset] = [Number(query.limit), Number(query.offset ?? 0)];
      const data = segments.slice(offset, offset + limit);
      return { json: { object: 'list', data, total: segments.length, limit, offset } };
    }
    if (method === 'POST' && path.includes('/segmentations'))
      return { json: { segmentation_id: segmentation, status: 'pending' } };
    if (path.includes('/segmentations/'))
      return {
        json: { segmentation_id: segmentation, status: 'completed', data: { segments: [own] } },
      };
    return { json: shared(link) };
  };
});

const create = (...more: string[]) =>
  run(home.folder, ['share', 'create', file, ...more], { env: choosing(service) });

describe('share create --clip', () => {
  it('makes a segment with exactly that span, and shares it', async () => {
    const ended = await create('--clip', '10-20.5', '--query', 'share_url');
    expect(ended, ended.stderr).toMatchObject({ status: 0, stdout: `${link}\n` });
    const [made] = sent.filter((line) => line.startsWith('POST') && line.includes('/segmentations'));
    expect(made).toContain('"start_time":10,"end_time":20.5');
    expect(sent.at(-1)).toMatch(/^POST .*\/share /);
    expect(sent.at(-1)).toContain(`"file_segment_id":"${segment}"`);
  });

  it('uses the segment with that span if the file has one', async () => {
    segments = [{ id: 'another', start_time: 10, end_time: 20 }, own];
    expect((await create('--clip', '10-20.5')).status).toBe(0);
    expect(sent.filter((line) => line.includes('segmentations'))).toEqual([]);
    expect(sent.at(-1)).toContain(`"file_segment_id":"${segment}"`);
  });

  it('uses that segment though there are hundreds inside the span', async () => {
    segments = Array.from({ length: 250 }, (_, at) => ({ id: `part-${at}`, start_time: 10, end_time: 11 }));
    segments.push(own);
    expect((await create('--clip', '10-20.5')).status).toBe(0);
    expect(sent.filter((line) => line.includes('segmentations'))).toEqual([]);
    expect(sent.at(-1)).toContain(`"file_segment_id":"${segment}"`);
  });

  it('names the flag and the length of the file if it ends after that', async () => {
    const scripted = service.script;
    const error = 'field manual_config.segments[0].end_time is out of range: the media lasts 8.84 seconds';
    service.script = (request, count) => {
      if (request.method === 'POST' && request.path.includes('/segmentations'))
        return { status: 400, json: { error } };
      if (request.path === `/v1/files/${file}`)
        return { json: { id: file, filename: 'talk.mp4', media_info: { duration_seconds: 8.84 } } };
      return scripted(request, count);
    };
    const ended = await create('--clip', '0:05-0:59');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('--clip ends at 59 s, but the file lasts 8.84 s');
    expect(ended.stderr).not.toContain('manual_config');
  });

  it('cannot be given with --segment-id', async () => {
    const ended = await create('--clip', '10-20', '--segment-id', segment);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('give one of them');
    expect(sent).toEqual([]);
  });
});

describe('a link of a share', () => {
  it.each(['http://127.0.0.1:4747/s/1', 'http://localhost:4747/s/1', 'http://[::1]:4747/s/1'])(
    'is followed by a note if it opens on this machine only: %s',
    async (url) => {
      link = url;
      const ended = await create('--query', 'share_url');
      expect(ended).toMatchObject({ status: 0, stdout: `${url}\n` });
      expect(ended.stderr).toContain('opens on this machine only');
      expect(ended.stderr).toContain('vau service config set public_url URL');
    },
  );

  it('has no note if others can open it', async () => {
    expect((await create()).stderr).not.toContain('this machine only');
  });
});
