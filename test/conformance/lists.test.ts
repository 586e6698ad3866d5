import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServed, type Served } from '../support/served.ts';
import { NOBODY } from './documented.ts';

let service: Served;
beforeAll(async () => {
  service = await openServed();
});
afterAll(() => service.close());

/** The error of a refused query; fails if it is not refused. */
async function refusal(where: string): Promise<string> {
  const answer = await service.call('GET', where);
  expect({ where, status: answer.status }).toEqual({ where, status: 400 });
  return answer.body.error;
}

describe('the list of chat completions', () => {
  it('[CHAT-2] accepts limit, offset and days, and refuses invalid ones by name', async () => {
    const good = '?limit=100&offset=3&created_before=2026-01-31&created_after=2025-01-01';
    const answer = await service.call('GET', `/chat/completions${good}`);
    expect(answer.body).toEqual({ object: 'list', data: [], total: 0, limit: 100, offset: 3 });
    for (const limit of ['0', '101', '-1', 'ten', '1.5', '', '1e9', '0x10'])
      expect(await refusal(`/chat/completions?limit=${limit}`)).toContain('limit');
    for (const offset of ['-1', 'x', '0.5'])
      expect(await refusal(`/chat/completions?offset=${offset}`)).toContain('offset');
    for (const day of ['2026-02-30', '31.01.2026', '2026-1-1', 'yesterday', '2026-01-01T00:00:00'])
      for (const name of ['created_before', 'created_after'])
        expect(await refusal(`/chat/completions?${name}=${day}`)).toContain(name);
  });

  it('ignores unknown parameters', async () => {
    expect((await service.call('GET', '/chat/completions?colour=red&limit=5')).status).toBe(200);
  });
});

describe('the list of extraction jobs', () => {
  it('[EXT-1] says how many items this response has', async () => {
    const { body } = await service.call('GET', '/extract?limit=7');
    expect(body).toEqual({ object: 'list', data: [], total: 0, limit: 0, offset: 0 });
  });

  it('[EXT-2] accepts a status, days, a url and include_data, and refuses others', async () => {
    const good = `status=not_applicable&created_after=2025-01-01&url=vau://files/${NOBODY}&include_data=false`;
    expect((await service.call('GET', `/extract?${good}`)).status).toBe(200);
    expect(await refusal('/extract?status=done')).toMatch(/status.*not_applicable/);
    expect(await refusal('/extract?include_data=maybe')).toContain('include_data');
    expect(await refusal('/extract?url=film')).toContain('url');
  });

  it('[EXT-4] has at most 100 per page', async () => {
    expect((await service.call('GET', '/extract?limit=100')).status).toBe(200);
    expect(await refusal('/extract?limit=101')).toMatch(/limit.*100/);
  });
});

describe('the results of face jobs', () => {
  it.each(['face-detect', 'face-match'])(
    '[FACE-3] of %s come in pages of 1 to 100 from offset 0',
    async (jobs) => {
      for (const limit of ['0', '101', 'x'])
        expect(await refusal(`/${jobs}/${NOBODY}?limit=${limit}`)).toContain('limit');
      expect(await refusal(`/${jobs}/${NOBODY}?offset=-1`)).toContain('offset');
      expect((await service.call('GET', `/${jobs}/${NOBODY}?limit=100&offset=0`)).status).toBe(404);
    },
  );
});

describe('[LIM-1] limits', () => {
  it.each([
    '/files',
    '/collections',
    '/chat/completions',
    '/extract',
    '/deepSearch',
    '/search',
    '/share',
    '/tags',
    '/webhooks',
    '/describe',
    '/face-detect',
    '/face-match',
    '/find-moments',
  ])('of a page apply to %s', async (list) => {
    expect(await refusal(`${list}?limit=101`)).toMatch(/limit.*100/);
    expect(await refusal(`${list}?limit=0`)).toMatch(/limit.*1/);
    expect((await service.call('GET', `${list}?limit=100`)).status).toBe(200);
  });

  it('of a moment criterion apply', async () => {
    const { body } = await service.call('POST', '/collections', {
      name: 'moments',
      collection_type: 'moments',
    });
    const attach = async (more: object) =>
      service.call('POST', `/collections/${body.id}/moment-criteria`, {
        criterion: { name: 'goal', instructions: 'x' },
        ...more,
      });
    for (const [more, name] of [
      [{ criterion: { name: 'a'.repeat(65), instructions: 'x' } }, 'criterion.name'],
      [{ criterion: { name: 'Goal', instructions: 'x' } }, 'criterion.name'],
      [{ criterion: { name: 'goal', instructions: '' } }, 'criterion.instructions'],
      [{ signals_required: [] }, 'signals_required'],
      [{ min_duration_seconds: 0 }, 'min_duration_seconds'],
      [{ max_duration_seconds: -1 }, 'max_duration_seconds'],
      [{ colour: 'red' }, 'colour'],
    ] as const) {
      const answer = await attach(more);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain(name);
    }
    expect((await attach({})).status).toBe(201);
    const other = await service.call('POST', '/collections', { name: 'other', collection_type: 'metadata' });
    const wrong = await service.call('POST', `/collections/${other.body.id}/moment-criteria`, {
      criterion: { name: 'goal', instructions: 'x' },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error).toMatch(/moments/);
  });

  it('of a segmentation apply', async () => {
    const { body } = await service.upload('x', 'x.mp4');
    for (const [config, name] of [
      [{ strategy: 'random' }, 'strategy'],
      [{ strategy: 'uniform', uniform_config: { window_seconds: 0.5 } }, 'uniform_config.window_seconds'],
      [{ strategy: 'uniform', uniform_config: { window_seconds: 121 } }, 'uniform_config.window_seconds'],
      [{ strategy: 'uniform', uniform_config: { hop_seconds: 0 } }, 'uniform_config.hop_seconds'],
      [
        { strategy: 'uniform', keyframe_config: { frames_per_segment: 9 } },
        'keyframe_config.frames_per_segment',
      ],
      [{ strategy: 'uniform', keyframe_config: { max_width: 143 } }, 'keyframe_config.max_width'],
      [{ strategy: 'manual' }, 'manual_config'],
    ] as const) {
      const answer = await service.call('POST', `/files/${body.id}/segmentations`, config);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain(name);
    }
  });
});

describe('arrays in a query', () => {
  it.each([
    `segment_ids=${NOBODY},${NOBODY}`,
    `segment_ids=${NOBODY}&segment_ids=${NOBODY}`,
    `segment_ids[]=${NOBODY}&segment_ids[]=${NOBODY}`,
  ])('are accepted as %s', async (query) => {
    const { body } = await service.upload('x', 'x.mp4');
    expect((await service.call('GET', `/files/${body.id}/thumbnails?${query}`)).status).toBe(200);
    expect(await refusal(`/files/${body.id}/thumbnails?${query.replace(NOBODY, 'x')}`)).toContain(
      'segment_ids',
    );
  });
});
