/** vau mcp through the real binary, by the protocol's own client, with a service that answers by script. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isChange } from '../../src/cli/model/plan.ts';
import { operationIds, operationOf } from '../../src/contract/index.ts';
import { effectOf } from '../../src/contract/operation.ts';
import { needs } from '../support/programs.ts';
import { tone } from '../support/tone.ts';
import { type Arrived, bin, choosing, stage } from './harness.ts';
import { type Agent, agent, callOf, outside } from './mcp-client.ts';
import { answering, calls, ids, order } from './mcp-service.ts';

const { service, home } = await stage(answering(order, 3));
const env = { HOME: home.folder, VAU_CONFIG_DIR: path.join(home.folder, 'config'), ...choosing(service) };
const films = path.join(home.folder, 'films');
let reader: Agent;
let writer: Agent;

beforeAll(async () => {
  mkdirSync(films);
  writeFileSync(path.join(films, 'tone.wav'), tone(1));
  writeFileSync(path.join(home.folder, 'outside.wav'), tone(2));
  writeFileSync(path.join(films, '.hidden.wav'), tone(3));
  writeFileSync(path.join(films, 'notes.txt'), 'A secret');
  symlinkSync(path.join(home.folder, 'outside.wav'), path.join(films, 'link.wav'));
  [reader, writer] = await Promise.all([agent(films, env), agent(films, env, ['--allow-write'])]);
});
afterAll(async () => {
  await Promise.all([reader?.close(), writer?.close()]);
});

/** Requests that changed something. */
const changes = () =>
  service.arrived.filter(({ method, path }) => method !== 'GET' && !/\/(search|deepSearch)$/.test(path));

describe('tools', () => {
  it('takes at most 3,000 tokens to describe them, counted as a token for 3.5 characters', async () => {
    const { tools } = await reader.client.listTools();
    const about = JSON.stringify(tools) + (reader.client.getInstructions() ?? '');
    expect(about.length / 3.5).toBeLessThan(3000);
    expect(tools.map(({ name }) => name)).toEqual([
      ...[
        'status',
        'add_media',
        'search',
        'ask',
        'transcript',
        'moments',
        'extract',
        'share',
        'probe',
        'call',
        'more',
      ],
    ]);
  });

  it.each(calls)('%s %j is answered', async (tool, input) => {
    const { isError, structured, text } = await writer.call(tool, input);
    expect(isError, text).toBe(tool === 'call' && input.operation === 'tag.get');
    expect(structured.summary ?? structured.error?.message).toBeTruthy();
  });

  it('says truly which of them change nothing', async () => {
    const { tools } = await writer.client.listTools();
    const readers = tools.filter(({ annotations }) => annotations?.readOnlyHint);
    for (const [tool, input] of calls)
      if (readers.some(({ name }) => name === tool)) await writer.call(tool, input);
    expect(changes()).toEqual([]);
    expect(readers.map(({ name }) => name)).toEqual([
      'status',
      'search',
      'ask',
      'transcript',
      'probe',
      'more',
    ]);
    const call = async (one: Agent) =>
      (await one.client.listTools()).tools.find(({ name }) => name === 'call');
    expect((await call(reader))?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect((await call(writer))?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  it.each([
    ['search', { q: 'fog' }, 'query is required'],
    ['search', { query: 'fog', limit: 5000 }, 'limit must be at most 500'],
    ['call', { operation: 'file.gett' }, 'Did you mean file.get?'],
    ['call', { operation: 'file.list', query: { limits: 5 } }, 'query.limits is not an allowed property'],
    [
      'call',
      {
        operation: 'search.run',
        body: { query: 'x', scope: 'segment', collections: [ids.collection], filters: {} },
      },
      'body.filters is not an allowed property',
    ],
    ['call', { operation: 'tag.create', body: { label: 7 } }, 'body.label must be text'],
    ['transcript', { file: 'no such film' }, 'no file with that id or name'],
    ['status', { kind: 'share' }, 'kind and id go together'],
    ['more', { result: 'r999', from: 0 }, 'no longer kept'],
    ['add_media', {}, 'Give paths or url'],
  ])('%s %j says what is wrong', async (tool, input, said) => {
    const { isError, text } = await writer.call(tool, input);
    expect([isError, text]).toEqual([true, expect.stringContaining(said)]);
    expect(changes()).toEqual([]);
  });

  it('says what to do when no service runs, and finds one that starts later', async () => {
    const lone = await agent(films, { HOME: home.folder, VAU_CONFIG_DIR: path.join(home.folder, 'later') });
    const refused = await lone.call('status');
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('vau service start')]);
    mkdirSync(path.join(home.folder, 'later'));
    const profile = { base_url: service.url, token: 'vau_later' };
    const config = { profile: 'local', profiles: { local: profile } };
    writeFileSync(path.join(home.folder, 'later', 'config.json'), JSON.stringify(config));
    expect((await lone.call('status')).isError).toBe(false);
    await lone.close();
  });
});

describe('rights', () => {
  it.each([
    ['share', { file: ids.file }],
    ['extract', { file: ids.file, prompt: 'names' }],
    ['moments', { collection: ids.moments, find: { name: 'warning', instructions: 'Find warnings.' } }],
    ['add_media', { paths: ['tone.wav'] }],
    ['add_media', { url: 'https://example.com/a.mp4' }],
    ['call', { operation: 'file.update', params: { file_id: ids.file }, body: { filename: 'x' } }],
  ])('%s is refused without --allow-write', async (tool, input) => {
    const { isError, text } = await reader.call(tool, input);
    expect([isError, text]).toEqual([true, expect.stringContaining('vau mcp --allow-write')]);
    expect(service.arrived).toEqual([]);
  });

  const deletions = operationIds.filter((id) => operationOf(id).method === 'DELETE');
  it('no deletion of the contract is sent without --allow-delete, nor what admin tokens do without --allow-admin', async () => {
    expect(deletions.length).toBeGreaterThan(10);
    const admin = operationIds.filter((id) => operationOf(id).scope === 'admin');
    for (const operation of [...deletions, ...admin]) {
      const { isError, structured } = await writer.call('call', { operation, params: {}, body: {} });
      const flag = deletions.includes(operation) ? '--allow-delete' : '--allow-admin';
      expect([operation, isError, structured.error?.message]).toEqual([
        operation,
        true,
        expect.stringContaining(flag),
      ]);
    }
    expect(service.arrived).toEqual([]);
  });

  it('deletes with --allow-delete', async () => {
    service.script = ({ method }) =>
      method === 'DELETE' ? { json: { id: 'x', object: 'file' } } : { json: {} };
    const deleter = await agent(films, env, ['--allow-delete']);
    const { isError } = await deleter.call('call', {
      operation: 'file.delete',
      params: { file_id: ids.file },
    });
    await deleter.close();
    expect([isError, service.arrived.map(({ method }) => method)]).toEqual([false, ['DELETE']]);
  });

  it('what the contract says of each operation is what the command line asks by', () => {
    const differing = operationIds.filter((id) => (effectOf(operationOf(id)) !== 'none') !== isChange(id));
    expect(differing).toEqual([]);
  });

  it.each([
    ['a response with too many values', { text: `{"data":[${'0,'.repeat(1_000_000)}0]}` }, 'a lower limit'],
    ['no response in time', { never: true }, 'has to start this server as vau mcp --total-timeout SECONDS'],
    [
      'a wrong token',
      { status: 401, json: { error: 'unknown token' } },
      'The user has to sign in: vau auth login',
    ],
  ])('%s: the error has no advice that a call cannot follow', async (_, answer, said) => {
    service.script = () => answer;
    const one = await agent(films, env, ['--total-timeout', '500ms']);
    const { isError, text } = await one.call('call', { operation: 'file.list' });
    await one.close();
    expect([isError, text]).toEqual([true, expect.stringContaining(said)]);
    expect(text.replace('as vau mcp --total-timeout', '')).not.toMatch(/\s--[a-z]/);
  });

  it('a file that failed before is not said to be sent again by a flag', async () => {
    const bytes = readFileSync(path.join(films, 'tone.wav'));
    const content_hash = createHash('sha256').update(bytes).digest('hex');
    const failed = { id: ids.file, status: 'failed', error: 'it is damaged', content_hash };
    service.script = () => ({ json: { object: 'list', data: [failed], total: 1, limit: 1, offset: 0 } });
    const { text } = await writer.call('add_media', { paths: ['tone.wav'] });
    expect(text).toContain('could not process it: it is damaged"');
    expect(text).not.toContain('--again');
  });

  it('a profile that asks before each change is not changed', async () => {
    const folder = path.join(home.folder, 'guarded');
    mkdirSync(folder);
    const profile = { base_url: service.url, token: 'vau_x', confirm: 'always' };
    writeFileSync(
      path.join(folder, 'config.json'),
      JSON.stringify({ profile: 'p', profiles: { p: profile } }),
    );
    const one = await agent(films, { HOME: home.folder, VAU_CONFIG_DIR: folder }, ['--allow-write']);
    const { isError, text } = await one.call('share', { file: ids.file });
    await one.close();
    expect([isError, text]).toEqual([true, expect.stringContaining('as vau mcp --yes. Nothing was changed')]);
    expect(text).not.toMatch(/Continue\?|standard input/);
    expect(changes()).toEqual([]);
  });
});

describe('texts from media', () => {
  it.each(calls)('of %s %j stay inside the marks and change nothing', async (tool, input) => {
    const { text, structured } = await writer.call(tool, input);
    expect(outside(text)).not.toMatch(/Ignore previous|im_end|collection\.delete/);
    const { data: _, ...own } = structured;
    expect(JSON.stringify(own)).not.toContain('Ignore previous');
    // Nothing inside could end the marks, or look as if it did.
    const inside = text.slice(text.indexOf('<data-') + 1, text.lastIndexOf('</data-'));
    expect(inside).not.toContain('<');
    expect(service.arrived.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('of resources stay inside the marks', async () => {
    const { contents } = await reader.client.readResource({ uri: `vau://files/${ids.file}/transcript` });
    const [first] = contents;
    const text = first && 'text' in first ? first.text : '';
    expect(text).toContain('Ignore previous');
    expect(outside(text)).not.toContain('Ignore previous');
  });
});

describe('size', () => {
  const texts = {
    plain: 'The harbour opens at six. '.repeat(40),
    'quotes and marks': '"<>\\'.repeat(300),
    'other scripts': '港が霧の中で三回鳴る。'.repeat(60),
    controls: '\u0001\u0007\n\t'.repeat(200),
    emoji: '🚢⚓'.repeat(250),
    long: 'word '.repeat(4000),
  };
  it.each(Object.entries(texts))(
    'no result of %s has more than 8 kB, and the next calls show all of it',
    async (_, text) => {
      for (const [tool, input] of calls) {
        service.script = answering(text, 40);
        let result = await writer.call(tool, input);
        expect(result.bytes).toBeLessThanOrEqual(8192);
        let pages = 0;
        while (result.structured.next && pages < 6) {
          const { tool: next, arguments: given } = result.structured.next;
          result = await writer.call(next, given);
          expect([next, result.isError, result.bytes <= 8192]).toEqual([next, false, true]);
          pages += 1;
        }
      }
    },
  );

  it('a transcript read to its end by next calls is whole and in order', async () => {
    const speech = Array.from({ length: 300 }, (_, at) => ({
      text: `Line ${at}.`,
      start_time: at,
      end_time: at + 1,
    }));
    const answers = answering('x', 1);
    service.script = (request) =>
      request.path.endsWith('media-descriptions') ? { json: { speech } } : answers(request);
    let result = await reader.call('transcript', { file: ids.file });
    const items = [...(result.structured.data?.items ?? [])];
    while (result.structured.next) {
      result = await reader.call(result.structured.next.tool, result.structured.next.arguments);
      items.push(...(result.structured.data?.items ?? []));
    }
    expect(items.map(({ text }) => text)).toEqual(speech.map(({ text }) => text));
  });

  it('lists resources by pages', async () => {
    service.script = ({ query }) => {
      const offset = Number(query.offset ?? 0);
      const data = Array.from({ length: 50 }, (_, at) => ({
        id: `f${offset + at}`,
        filename: `${offset + at}.mp4`,
      }));
      return { json: { object: 'list', data, total: 120, limit: 50, offset } };
    };
    const first = await reader.client.listResources({ cursor: '50' });
    expect(first.resources[0]?.uri).toBe('vau://files/f50');
    expect(first.nextCursor).toBe('100');
    const { resourceTemplates } = await reader.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'vau://files/{file_id}',
      'vau://files/{file_id}/transcript',
    ]);
    await expect(reader.client.readResource({ uri: 'vau://elsewhere/1' })).rejects.toThrow();
  });
});

describe('what is there is found', () => {
  const answers = answering('A line.', 1);
  const page = (data: readonly unknown[], { query }: Arrived) => {
    const [limit, offset] = [Number(query.limit), Number(query.offset ?? 0)];
    return { object: 'list', data: data.slice(offset, offset + limit), total: data.length, limit, offset };
  };
  const others = Array.from({ length: 130 }, (_, at) => ({
    id: `${ids.job.slice(0, -4)}${1000 + at}`,
    collection_type: 'media-descriptions',
    name: `Other ${at}`,
  }));
  const own = { id: ids.collection, collection_type: 'media-descriptions', name: 'Films' };
  const found = { id: ids.moments, collection_type: 'moments', name: 'Moments' };
  const withMany = (request: Arrived) =>
    request.path.endsWith('/v1/collections') && request.method === 'GET'
      ? { json: page([...others, own, found], request) }
      : answers(request);

  it('in the last of more than a hundred collections', async () => {
    service.script = withMany;
    expect((await reader.call('transcript', { file: ids.file })).structured.data?.items).toHaveLength(1);
    service.script = withMany;
    const named = await reader.call('transcript', { file: ids.file, collection: ids.collection });
    expect(named.structured.data?.items).toHaveLength(1);
    const { contents } = await reader.client.readResource({ uri: `vau://files/${ids.file}/transcript` });
    expect(JSON.stringify(contents)).toContain('A line.');
    service.arrived.length = 0;
    await reader.call('search', { query: 'a line' });
    const sent = service.arrived.find(({ path: at }) => at.endsWith('/search'))?.body as {
      collections: string[];
    };
    expect(sent.collections).toEqual([...others, own, found].map(({ id }) => id));
  });

  it('by moments in the collections that have some', async () => {
    service.script = withMany;
    service.arrived.length = 0;
    await reader.call('search', { query: 'a line', scope: 'moment' });
    const sent = service.arrived.find(({ path: at }) => at.endsWith('/search'))?.body as {
      collections: string[];
    };
    expect(sent.collections).toEqual([ids.moments]);
    service.script = (request) =>
      request.path.endsWith('/v1/collections') ? { json: page([own], request) } : answers(request);
    const none = await reader.call('search', { query: 'a line', scope: 'moment' });
    expect(none.structured.error?.message).toContain('no collection of the type moments');
  });

  it.each([
    ['no criterion is attached', [], 1, 'nothing was looked for'],
    ['that criterion is not', [{ criterion_name: 'promise' }], 1, 'nothing was looked for'],
    ['there are no files', [{}], 0, 'no files'],
    ['it waits for its turn', [{ backfill_status: 'pending' }], 2, 'still being looked at'],
    [
      'it is under way',
      [{ backfill_status: 'processing', files_total: 2, files_completed: 1 }],
      2,
      '1 of 2 files',
    ],
    [
      'some files failed',
      [{ backfill_status: 'completed_with_failures', files_failed: 1 }],
      2,
      '1 could not be',
    ],
    ['all were looked at', [{}], 2, 'No moment meets it.'],
  ])(
    'or why there is no moment: %s',
    async (_, criteria: { backfill_status?: string; criterion_name?: string }[], file_count, said) => {
      const one = {
        attachment_id: ids.job,
        criterion_name: 'warning',
        criterion_hash: 'x',
        backfill_status: 'completed',
      };
      const moments_config = { criteria: criteria.map((own) => ({ ...one, ...own })) };
      service.script = (request) => {
        if (request.path.endsWith('/moments')) return { json: { object: 'list', moments: [], total: 0 } };
        if (request.path.endsWith(`/collections/${ids.moments}`))
          return { json: { ...found, file_count, moments_config } };
        return answers(request);
      };
      const { structured } = await reader.call('moments', {
        collection: ids.moments,
        criterion_name: 'warning',
      });
      expect(structured.summary).toContain(said);
      const goesOn = criteria.some(({ backfill_status: status = '' }) => /^p/.test(status));
      expect(structured.next !== undefined).toBe(goesOn);
    },
  );

  it('in the rows of a query, not in its columns', async () => {
    const columns = [{ name: 'filename', type: 'text' }];
    const data = [{ filename: 'one.mp4' }, { filename: 'two.mp4' }];
    service.script = () => ({ json: { object: 'query', columns, data, total: 2 } });
    const { structured } = await reader.call('call', {
      operation: 'query.run',
      body: { sql: 'select filename from files' },
    });
    expect(structured.summary).toBe('2 in all.');
    expect(structured.data?.items).toEqual(data);
  });

  it('as subtitles of the modality that is asked for', async () => {
    const scene_text = [{ text: 'HARBOUR SALE', start_time: 1, end_time: 2 }];
    service.script = (request) =>
      request.path.endsWith('media-descriptions') ? { json: { scene_text } } : answers(request);
    const asked = { file: ids.file, modalities: ['scene_text'], format: 'srt' };
    const { structured } = await reader.call('transcript', asked);
    expect(structured.data?.items?.join('')).toBe('1\n00:00:01,000 --> 00:00:02,000\nHARBOUR SALE\n');
    const several = await reader.call('transcript', { ...asked, modalities: ['scene_text', 'speech'] });
    expect(several.structured.error?.message).toContain('one modality');
  });

  it.each([
    ['processing', 'not processed yet'],
    ['failed', 'failed'],
    ['completed', 'all that was asked for was looked at'],
  ])('or why nothing is there, of a file that is %s', async (status, words) => {
    service.script = (request) => {
      if (request.path.endsWith('media-descriptions')) return { json: { title: 'Talk', speech: [] } };
      if (request.path.endsWith(`/videos/${ids.file}`))
        return { json: { file_id: ids.file, collection_id: ids.collection, status, added_at: 1 } };
      return answers(request);
    };
    const { structured } = await reader.call('transcript', { file: ids.file });
    expect(structured.summary).toContain(words);
    expect(structured.next !== undefined).toBe(status === 'processing');
  });

  it.each([
    ['processing', 'not processed yet'],
    ['failed', 'failed'],
    ['completed', 'all that was asked for was looked at'],
  ])('or why a resource has no lines, of a file that is %s', async (status, words) => {
    service.script = (request) => {
      if (request.path.endsWith('media-descriptions')) return { json: { title: 'Talk', speech: [] } };
      if (request.path.endsWith(`/videos/${ids.file}`))
        return { json: { file_id: ids.file, collection_id: ids.collection, status, added_at: 1 } };
      return answers(request);
    };
    const { contents } = await reader.client.readResource({ uri: `vau://files/${ids.file}/transcript` });
    expect(JSON.stringify(contents)).toContain(words);
  });

  it.each([
    [['failed', 'pending', 'completed'], 'Said in collection 3', '1 lines.'],
    [['completed', 'processing'], 'Said in collection 1', '1 lines.'],
    [['absent', 'pending', 'failed'], undefined, 'not processed yet (pending)'],
  ])(
    'from the first collection in which the file is processed: it is %j',
    async (statuses, said, summary) => {
      const all = statuses.map((status, index) => ({ id: `c${index + 1}`, status }));
      service.script = ({ path: asked }) => {
        const [, id, , rest = ''] = /^\/v1\/collections\/(\w+)(\/videos\/[\w-]+(\/.*)?)?$/.exec(asked) ?? [];
        const one = all.find((each) => each.id === id);
        if (asked === '/v1/collections')
          return {
            json: {
              object: 'list',
              total: all.length,
              limit: 100,
              offset: 0,
              data: all.map((each) => ({ id: each.id, collection_type: 'media-descriptions' })),
            },
          };
        if (!one || one.status === 'absent') return { status: 404, json: { error: 'not found' } };
        const line = { text: `Said in collection ${id?.slice(1)}`, start_time: 1, end_time: 2 };
        const both = { collection_id: id, file_id: ids.file };
        return rest === ''
          ? { json: { ...both, status: one.status, added_at: 1 } }
          : { json: { ...both, title: 'Talk', speech: one.status === 'completed' ? [line] : [] } };
      };
      const { structured } = await reader.call('transcript', { file: ids.file });
      expect(structured.summary).toContain(summary);
      expect(structured.data?.items?.map(({ text }) => text)).toEqual(said && [said]);
      const { contents } = await reader.client.readResource({ uri: `vau://files/${ids.file}/transcript` });
      expect(JSON.stringify(contents)).toContain(said ?? summary);
    },
  );

  it('or that a collection which is named describes no files', async () => {
    service.script = answers;
    const asked = { file: ids.file, collection: ids.moments };
    const { structured } = await reader.call('transcript', asked);
    expect(structured.error?.message).toContain('of the type moments');
    expect(structured.error?.message).not.toContain('in no collection');
  });
});

describe('local files', () => {
  it.each([
    ['../outside.wav', 'outside'],
    ['/etc/passwd', 'outside'],
    ['link.wav', 'link to a place outside'],
    ['.hidden.wav', 'begin with a dot'],
    ['../films/../outside.wav', 'outside'],
    ['missing.wav', 'no such file'],
  ])('%s cannot be named', async (named, said) => {
    for (const [tool, one] of [['probe', reader] as const, ['add_media', writer] as const]) {
      const { isError, text } = await one.call(tool, { paths: [named] });
      expect([isError, text]).toEqual([true, expect.stringContaining(said)]);
    }
    expect(service.arrived).toEqual([]);
  });

  it('nor sent as a part of a request of call', async () => {
    const input = {
      operation: 'transcript.put',
      params: { file_id: ids.file },
      files: { file: '../outside.wav' },
    };
    expect(await writer.call('call', input)).toMatchObject({
      isError: true,
      text: expect.stringContaining('outside'),
    });
    expect(service.arrived).toEqual([]);
  });

  it('what is no media is not sent', async () => {
    const { text } = await writer.call('add_media', { paths: ['notes.txt'] });
    expect(text).toContain('1 failed');
    expect(changes()).toEqual([]);
  });

  it('the root of the file system is no folder of films', async () => {
    const lost = await agent('/', env);
    const { isError, text } = await lost.call('probe', { paths: [path.join(films, 'tone.wav')] });
    await lost.close();
    expect([isError, text]).toEqual([true, expect.stringContaining('vau mcp --root DIR')]);
  });

  needs('ffmpeg')('a folder is probed without what lies outside', async () => {
    const { structured } = await reader.call('probe', { paths: ['.'] });
    expect(structured.data?.items?.map(({ file }) => file)).toEqual(['tone.wav']);
  });
});

describe('waiting', () => {
  const pending = { json: { id: ids.job, status: 'pending' } };

  it('tells how far it is, and gives the call that goes on', async () => {
    service.script = (_, count) => ({ json: { id: ids.job, status: count > 1 ? 'processing' : 'pending' } });
    const told: string[] = [];
    const { text, structured } = await reader.call(
      'status',
      { kind: 'share', id: ids.job, wait_seconds: 2 },
      { onprogress: ({ message = '' }) => told.push(message) },
    );
    expect([text, told]).toEqual([expect.stringContaining('not done yet'), ['pending', 'processing']]);
    expect(structured.next).toMatchObject({ tool: 'more' });
  });

  it('ends when it is cancelled', async () => {
    service.script = () => pending;
    const abort = new AbortController();
    const waiting = reader.call(
      'status',
      { kind: 'share', id: ids.job, wait_seconds: 60 },
      { signal: abort.signal },
    );
    await expect.poll(() => service.arrived.length).toBeGreaterThan(0);
    abort.abort();
    await expect(waiting).rejects.toThrow();
    await reader.call('call', {});
    const asked = service.arrived.length;
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(service.arrived.length - asked).toBeLessThanOrEqual(1);
  });
});

describe('--http', () => {
  async function started() {
    const child = spawn(process.execPath, [bin, 'mcp', '--http', '--port', '0'], {
      cwd: films,
      env: { PATH: process.env.PATH, ...env },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await expect.poll(() => said).toContain('Listening on');
    const [, url = '', file = ''] = /Listening on (\S+) with the token in (\S+)\./.exec(said) ?? [];
    return { child, url, file, token: readFileSync(file, 'utf8').trim() };
  }

  it('serves with its token, and refuses another one, other hosts and pages of other origins', async () => {
    const { child, url, file, token } = await started();
    try {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const authorization = `Bearer ${token}`;
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { authorization } },
      });
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(transport);
      expect((await callOf(client, 'search', { query: 'fog' })).structured.summary).toContain('3 results');
      expect((await callOf(client, 'share', { file: ids.file })).text).toContain('--allow-write');
      await client.close();

      const status = async (headers: Record<string, string>, where = url) => {
        const { request } = await import('node:http');
        return new Promise((resolve, reject) => {
          const asked = request(
            where,
            { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
            (answer) => {
              answer.resume();
              resolve(answer.statusCode);
            },
          );
          asked.once('error', reject);
          asked.end('{}');
        });
      };
      expect(await status({})).toBe(401);
      expect(await status({ authorization: `${authorization}x` })).toBe(401);
      expect(await status({ authorization: 'Bearer test-token-0123456789abcdef' })).toBe(401);
      expect(await status({ authorization, host: 'films.example.com' })).toBe(403);
      expect(await status({ authorization, origin: 'https://films.example.com' })).toBe(403);
      expect(await status({ authorization, origin: 'null' })).toBe(403);
      expect(await status({ authorization }, url.replace('/mcp', '/v1'))).toBe(404);
      expect(await status({ authorization, origin: url.replace('/mcp', '') })).toBe(400);
    } finally {
      const gone = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      expect(await gone).toBe(0);
    }
  });
});
