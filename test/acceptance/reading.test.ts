/** What a person reads on a terminal, and what a program reads of the same commands. */
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { type ExitStatus, exit } from '../../src/cli/errors/exit.ts';
import { runLine } from '../../src/cli/line/line.ts';
import type { Io } from '../../src/cli/terminal/io.ts';
import { type Answer, choosing, run, stage } from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const b = '0b6a1a52-9f3c-4c1e-8a51-000000000002';
const { service } = await stage();
const folder = mkdtempSync(path.join(tmpdir(), 'vau-reading-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a line on a terminal of 60 columns, or into a pipe. Styles are written as <style>. */
async function read(line: string[], terminal = true, status: ExitStatus = 0): Promise<string> {
  let out = '';
  const io: Io = {
    env: {
      ...choosing(service),
      PATH: process.env.PATH ?? '',
      HOME: folder,
      VAU_CONFIG_DIR: folder,
      TERM: 'xterm',
    },
    stdin: new PassThrough(),
    out: (text) => {
      out += text;
    },
    err: () => undefined,
    gone: async () => undefined,
    terminal: { in: false, out: terminal, err: false },
    columns: terminal ? 60 : undefined,
    paint: (_, style, text) => (terminal ? `<${[style].flat().join('+')}>${text}</>` : text),
    colour: () => undefined,
  };
  expect(await runLine(line, io)).toBe(status);
  return out;
}

const answer = {
  id: a,
  object: 'deep_search',
  status: 'completed',
  created_at: 0,
  query: 'When do we launch boats?',
  scope: null,
  text: 'In March.',
  limit: 20,
  results: [
    {
      type: 'segment',
      id: b,
      file_id: a,
      segment_id: b,
      score: 0.9,
      start_time: 521.4,
      end_time: 530,
      filename: 'demo\u001b[31m day.mp4',
      context: 'We are launching the first boat in March, before the harbour closes for the season.',
      media_url: 'https://media.example.com/film.mp4',
    },
  ],
};
const spoken = {
  collection_id: a,
  file_id: b,
  title: 'Demo day',
  speech: [
    { speaker: 'Ada', text: 'We launch in <March>.', start_time: 61.25, end_time: 63 },
    { text: 'Good.', start_time: 3600, end_time: 3601.5, confidence: 0.79 },
  ],
};

describe('[CLI-9] a person reads', () => {
  it('a search: the answer, then time, file and quote, with the words found marked and a link', async () => {
    service.script = () => ({ json: answer });
    const text = await read(['deep-search', 'get', a]);
    expect(text).toContain('In March.\n\n1  ');
    expect(text).toContain(
      '\u001b]8;;https://media.example.com/film.mp4#t=521.4\u001b\\0:08:41\u001b]8;;\u001b\\  <bold>demo day.mp4</>',
    );
    expect(text).toContain('are <bold+underline>launching</> the first <bold+underline>boat</>');
    expect(text).not.toContain('\u001b[31m');
    expect(text.replaceAll(`vau deep-search get ${a}`, '')).not.toContain(a);
    expect(text).toContain(`vau deep-search get ${a}`);
    const wide = await read(['deep-search', 'get', a, '--wide']);
    for (const more of [`file_id ${a}`, 'film.mp4#t=521.4\n', `vau share create ${a} --segment-id ${b}`])
      expect(wide.replace(/<[^>]*>/g, '')).toContain(more);
  });

  it('which words were recognised and may be wrong', async () => {
    const [found] = answer.results;
    const results = [0.79, 0.8].map((confidence) => ({
      ...found,
      context: `Heard at ${confidence}.`,
      confidence,
    }));
    service.script = () => ({ json: { ...answer, results } });
    const text = await read(['deep-search', 'get', a]);
    expect(text).toContain('\n   ~ Heard at 0.79.\n');
    expect(text).toContain('\n   Heard at 0.8.\n');
  });

  const ask = ['deep-search', 'run', 'When do we launch boats?', '--collection', a];
  const events = (...all: object[]): Answer => ({
    headers: { 'content-type': 'text/event-stream' },
    text: `${all.map((one) => `event: x\ndata: ${JSON.stringify(one)}\n\n`).join('')}data: [DONE]\n\n`,
  });
  const [result] = answer.results;
  const added = { type: 'deep_search.result.added', index: 0, result };
  const completed = { type: 'deep_search.completed', deep_search: answer };

  it('a streamed search: the answer first, whatever came first, wrapped and made safe', async () => {
    const pieces = ['In Ma', 'rch,\nbefore \u001b[31mthe season', ` ${'word '.repeat(20)}`];
    const said = pieces.map((delta) => ({ type: 'deep_search.text.delta', delta }));
    service.script = () =>
      events({ type: 'deep_search.created' }, added, ...said, { type: 'deep_search.text.done' }, completed);
    const text = await read(ask);
    expect(service.arrived).toMatchObject([{ body: { stream: true } }]);
    expect(text).toMatch(/^In March,\nbefore the season word .*\n(word ?)+\n\n 1 {2}/);
    const lines = text.slice(0, text.indexOf(' 1  ')).split('\n');
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    expect(text).not.toContain('\u001b[31m');
    expect(text.match(/demo day/g)).toHaveLength(1);
  });

  it('a search whose stream has only its end, and one that is not streamed', async () => {
    service.script = () => events(completed);
    const streamed = await read(ask);
    service.script = () => ({ json: answer });
    const whole = await read(ask);
    for (const text of [streamed, whole]) expect(text).toMatch(/^In March\.\n\n ?1 {2}[\s\S]*demo day\.mp4/);
  });

  it('a quote once, whether its segment or its file was found, and counts what it shows', async () => {
    const file = { ...result, type: 'file', id: a, segment_id: undefined };
    const other = { ...result, context: 'The boats are back.', filename: 'return.mp4' };
    const all = { ...answer, results: [result, file, other] };
    service.script = () => ({ json: all });
    const whole = await read(['deep-search', 'get', a]);
    const results = all.results.map((one) => ({ ...added, result: one }));
    service.script = () => events(...results, { ...completed, deep_search: all });
    for (const text of [whole, await read(ask)]) {
      expect(text.match(/demo day/g)).toHaveLength(1);
      expect(text).toMatch(/ ?2 {2}.*<bold>return\.mp4<\/>/);
    }
    service.script = () => ({ json: all });
    await read(['deep-search', 'get', a, '--open', '3'], true, exit.usage);
  });

  it('why a streamed search failed, was cancelled or stopped', async () => {
    const error = (type: string) => ({ type: 'error', error: { message: 'Out of luck.', type, code: type } });
    service.script = () => events(error('server_error'));
    await read(ask, true, exit.jobFailed);
    service.script = () => events(error('cancelled'));
    await read(ask, true, exit.jobCancelled);
    service.script = () => events(added);
    await read(ask, true, exit.service);
  });

  it('no streams in pipes and as JSON', async () => {
    service.script = () => ({ json: answer });
    await read(ask, false);
    await read([...ask, '-o', 'json']);
    await read([...ask, '--query', 'text']);
    expect(service.arrived.map(({ body }) => Object.hasOwn(body as object, 'stream'))).not.toContain(true);
  });

  it('a result played by --open in the browser, from its second', async () => {
    const opened = path.join(folder, 'opened');
    const browser = `#!/bin/sh\necho "$1" > '${opened}.part'; mv '${opened}.part' '${opened}'\n`;
    writeFileSync(path.join(folder, 'xdg-open'), browser, { mode: 0o755 });
    const open = async (json: object, number: string) => {
      service.script = () => ({ json });
      const env = { ...choosing(service), PATH: `${folder}:${process.env.PATH}`, DISPLAY: ':0' };
      return run(folder, ['deep-search', 'get', a, '--open', number], { env });
    };
    expect((await open(answer, '1')).stderr).toContain(
      'Opened demo day.mp4 at 0:08:41: https://media.example',
    );
    await expect
      .poll(() => existsSync(opened) && readFileSync(opened, 'utf8'))
      .toMatch(/film\.mp4#t=521\.4\n$/);
    expect((await open({ ...answer, results: [{ ...result, media_url: undefined }] }, '1')).stderr).toContain(
      `vau share create ${a} --wait`,
    );
    await read(['deep-search', 'get', a, '--open', '2'], true, exit.usage);
    await read(['deep-search', 'get', a, '--open', '0'], true, exit.usage);
    service.script = () => ({
      json: { ...answer, results: [{ ...result, media_url: 'file:///etc/passwd' }] },
    });
    expect(await read(['search', 'get', a])).not.toContain('passwd');
    await read(['search', 'get', a, '--open', '1'], true, exit.fault);
  });

  it('the description of a picture, without times', async () => {
    const parts = [{ text: 'Mostly green.', start_time: 0, end_time: 0 }];
    service.script = () => ({ json: { title: 'poster', visual_scene_description: parts, speech: [] } });
    expect(await read(['media-description', 'get', a, b])).toBe('<bold>poster</>\n\nMostly green.\n');
  });

  it('a transcript with times and speakers, and saves it as subtitles', async () => {
    service.script = () => ({ json: spoken });
    expect(await read(['rich-transcript', 'get', a, b])).toBe(
      '<bold>Demo day</>\n\n0:01:01  <bold>Ada:</> We launch in <March>.\n1:00:00  <dim>~ Good.</>\n',
    );
    const file = path.join(folder, 'talk.srt');
    expect(await read(['rich-transcript', 'get', a, b, '--save', file], false)).toBe(`Saved ${file}\n`);
    expect(readFileSync(file, 'utf8')).toBe(
      '1\n00:01:01,250 --> 00:01:03,000\nAda: We launch in <March>.\n\n2\n01:00:00,000 --> 01:00:01,500\n~ Good.\n',
    );
    // It is replaced, never written over: a disk may be full.
    const former = path.join(folder, 'former.srt');
    writeFileSync(file, 'my notes');
    linkSync(file, former);
    await read(['rich-transcript', 'get', a, b, '--save', file], false);
    expect([readFileSync(former, 'utf8'), statSync(file).size > 50]).toEqual(['my notes', true]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    service.script = () => ({ json: { ...spoken, duration_seconds: 3601.2 } });
    const srt = await read(['rich-transcript', 'get', a, b, '--format', 'srt'], false);
    expect(srt, 'ends with the film').toContain('\n01:00:00,000 --> 01:00:01,200\n');
    const vtt = await read(['media-description', 'get', a, b, '--format', 'vtt'], false);
    expect(vtt).toContain('WEBVTT\n\n00:01:01.250 --> 00:01:03.000\n<v Ada>We launch in &lt;March&gt;.\n');
    expect(service.arrived.every(({ query }) => query.response_format === undefined)).toBe(true);
  });

  it('what is read in the picture as subtitles, where that alone is asked for', async () => {
    const scene_text = [
      { text: 'SALE', start_time: 4, end_time: 5 },
      { text: 'HARBOUR', start_time: 1, end_time: 2 },
    ];
    service.script = () => ({ json: { scene_text } });
    const line = ['media-description', 'get', a, b, '--modality', 'scene_text', '--format', 'srt'];
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nHARBOUR\n\n2\n00:00:04,000 --> 00:00:05,000\nSALE\n';
    expect(await read(line, false)).toBe(srt);
    service.script = () => ({ json: { scene_text: [] } });
    expect(await read(line, false)).toBe('');
    service.script = () => ({ json: { scene_text, speech: [] } });
    expect(await read(line, false), 'speech was asked for').toBe('');
  });

  it.each(['media-description', 'describe'])(
    'no subtitles of two modalities: %s refuses them',
    async (noun) => {
      const job = { job_id: a, status: 'completed', url: 'x', data: spoken };
      service.script = () => ({ json: noun === 'describe' ? job : spoken });
      service.arrived.length = 0;
      const named = noun === 'describe' ? [a] : [a, b];
      const both = ['--modality', 'speech', '--modality', 'scene_text'];
      await read([noun, 'get', ...named, ...both, '--format', 'srt'], false, exit.usage);
      await read(
        [noun, 'get', ...named, ...both, '--save', path.join(folder, 'both.vtt')],
        false,
        exit.usage,
      );
      expect(service.arrived).toEqual([]);
      expect(await read([noun, 'get', ...named, ...both, '--format', 'text'], false)).toContain('We launch');
    },
  );

  it('a job in the modality that is asked for, where the service makes formats of speech only', async () => {
    const scene_text = [{ text: 'SALE', start_time: 4, end_time: 5 }];
    service.script = ({ query }) => ({
      json: {
        job_id: a,
        status: 'completed',
        url: 'x',
        data: query.response_format ? { content: 'of speech' } : { scene_text },
      },
    });
    const line = ['describe', 'get', a, '--modality', 'scene_text', '--format'];
    expect(await read([...line, 'srt'], false)).toBe('1\n00:00:04,000 --> 00:00:05,000\nSALE\n');
    expect(await read([...line, 'md'], false)).toContain('SALE');
    const speech = ['describe', 'get', a, '--modality', 'speech', '--format', 'srt'];
    expect(await read(speech, false)).toBe('of speech\n');
  });

  it.each([
    ['describe get JOB', 'speech_srt', ['scene_text'], 'srt'],
    ['transcribe get JOB', 'speech_text', ['scene_text'], 'text'],
    ['describe get JOB', 'speech_vtt', ['speech', 'scene_text'], 'text'],
    ['transcribe list', 'speech_markdown', ['scene_text', 'audio_description'], 'markdown'],
  ])(
    'a format of speech is refused beside another modality: %s --format %s %j',
    async (line, format, modalities, instead) => {
      service.arrived.length = 0;
      const words = [...line.replace('JOB', a).split(' '), '--format', format];
      const more = modalities.flatMap((one) => ['--modality', one]);
      const { status, stdout, stderr } = await run(folder, [...words, ...more], { env: choosing(service) });
      const others = modalities.filter((one) => one !== 'speech').join(' and ');
      expect(stderr.split('\n')[0]).toBe(
        `Error: --format ${format} is of speech only, and --modality names ${others}: leave out one of the two, or use --format ${instead}`,
      );
      expect([status, stdout, service.arrived]).toEqual([exit.usage, '', []]);
    },
  );

  it.each([
    ['media-description', { title: 'Talk', speech: [] }],
    ['describe', { job_id: a, status: 'completed', url: 'x', data: { title: 'Talk', speech: [] } }],
  ])('the title alone of a film in which nothing is said: %s', async (noun, json) => {
    service.script = () => ({ json });
    const named = noun === 'describe' ? [a] : [a, b];
    expect(await read([noun, 'get', ...named, '--format', 'text'], false)).toBe('Talk\n');
  });

  it.each(['srt', 'text', 'md', 'speech_vtt', 'markdown'])(
    'no table in place of a text that is not there yet: %s',
    async (format) => {
      service.script = () => ({ json: { job_id: a, status: 'processing', url: 'x' } });
      expect(await read(['transcribe', 'get', a, '--format', format], false, exit.fault)).toBe('');
      const json = await read(['transcribe', 'get', a, '--format', format, '-o', 'json'], false);
      expect(JSON.parse(json)).toMatchObject({ status: 'processing' });
    },
  );

  it('a job as the service formats it, where it does', async () => {
    service.script = ({ query }) => ({
      json: { job_id: a, status: 'completed', url: 'x', data: { content: `as ${query.response_format}` } },
    });
    expect(await read(['transcribe', 'get', a, '--format', 'srt'], false)).toBe('as speech_srt\n');
  });

  it('a file, a collection and a file of it as cards with the next command', async () => {
    const file = {
      id: a,
      filename: 'talk.mp4',
      status: 'completed',
      media_type: 'video',
      bytes: 2048,
      created_at: 1,
      source: 'upload',
    };
    service.script = () => ({ json: file });
    const card = await read(['file', 'get', a]);
    expect(card).toContain('<bold>talk.mp4</>  <green>completed</>\n');
    expect(card).toContain('2.0 KiB');
    expect(card).toContain('Next: vau media add COLLECTION 0b6a1a52');
    expect(await read(['file', 'sync', 'https://media.example.com/talk.mp4'])).toBe(card);
    service.script = () => ({
      json: {
        collection_id: a,
        file_id: b,
        status: 'processing',
        file,
        progress: { stage: 'speech', done: 4, total: 10 },
      },
    });
    const inside = await read(['media', 'get', a, b]);
    expect(inside).toContain('speech 40 %');
    expect(inside).toContain(`Next: vau wait collection-file ${a}/${b}`);
    service.script = () => ({
      json: {
        id: a,
        name: 'Talks',
        collection_type: 'metadata',
        file_count: 0,
        description: null,
        created_at: 1,
      },
    });
    expect(await read(['collection', 'get', a])).toContain('Next: vau media add 0b6a1a52 PATH');
  });

  it('columns that --query or --fields names, also where no row has a value', async () => {
    service.script = () => ({
      json: { object: 'list', data: [{ id: 'f', error: null, filename: 'talk.mp4' }] },
    });
    // The width of ERR and ERROR, and two spaces, stay free.
    expect(await read(['file', 'list', '--query', 'data[].{id: id, err: error, name: filename}'])).toMatch(
      /^f {8}talk\.mp4$/m,
    );
    expect(await read(['file', 'list', '--fields', 'error,id'])).toMatch(/^ {7}f$/m);
    expect(await read(['file', 'list'])).toMatch(/^f {3}talk\.mp4$/m);
  });

  it('a share as a card with its link first, whole', async () => {
    const link = `https://media.example/s/${a}/${'x'.repeat(60)}`;
    const share = { id: a, file_id: b, visibility: 'public', share_url: link, status: 'pending' };
    service.script = () => ({ json: share });
    const card = await read(['share', 'get', a]);
    expect(card).toMatch(/^<bold>Share<\/> {2}pending\n.*Link.*\n/);
    expect(card).toContain(link);
    expect(card).toContain(`Next: vau wait share ${a}`);
    service.script = () => ({ json: { ...share, title: 'Demo day', status: 'completed' } });
    expect(await read(['share', 'create', b])).toMatch(/^<bold>Demo day<\/> {2}<green>completed<\/>\n/);
    expect(await read(['share', 'get', a], false)).toContain(`share_url   ${link}`);
  });
});

describe('[CLI-9] a program reads the object of the interface', () => {
  it.each([
    ['deep-search', answer],
    ['file', { id: a, filename: 'x', status: 'completed' }],
  ])('%s get', async (noun, json) => {
    service.script = () => ({ json });
    expect(JSON.parse(await read([noun, 'get', a, '-o', 'json'], false))).toEqual(json);
    expect(JSON.parse(await read([noun, 'get', a, '-o', 'json']))).toBeDefined();
    expect(await read([noun, 'get', a], false)).not.toMatch(/Next|Again:|Share the first/);
  });
});
