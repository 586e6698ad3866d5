import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { SpeechConfig, TranscriptionEndpoint } from '../../../../src/service/context/speech-settings.ts';
import { type LogRecord, logTo } from '../../../../src/service/log.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { narrate } from '../narration.ts';
import { type EndpointServer, openEndpoint, type Say } from './endpoint-server.ts';

const it = needs('ffmpeg');
const KEY = 'sk-very-secret-0123456789';
/** 17 seconds of audio: two sentences with a pause of more than ten seconds, so two chunks. */
const FIRST = { voice: 'slt' as const, text: 'The ferry leaves at noon', at: 1 };
const SECOND = { voice: 'rms' as const, text: 'Nobody was on board', at: 14.5 };

let endpoint: EndpointServer;
let service: TestService;
let sound: Buffer;
const records: LogRecord[] = [];
let number = 0;

beforeAll(async () => {
  endpoint = await openEndpoint();
  sound = (await narrate([FIRST, SECOND], 17)).wav;
  process.env.VAU_TEST_SPEECH_KEY = KEY;
  service = await open();
});
afterAll(async () => {
  delete process.env.VAU_TEST_SPEECH_KEY;
  await service.close();
  await endpoint.close();
});

/** Runs a test on a service with other settings. */
async function onAnother(settings: Parameters<typeof open>, test: () => Promise<void>): Promise<void> {
  const usual = service;
  service = await open(...settings);
  try {
    await test();
  } finally {
    await service.close();
    service = usual;
  }
}

function open(
  more: Partial<TranscriptionEndpoint> = {},
  providers: SpeechConfig['providers'] = ['sidecar', 'subtitle-track', 'endpoint'],
): Promise<TestService> {
  const settings = { model: 'tiny', keyEnv: 'VAU_TEST_SPEECH_KEY', timeoutSeconds: 10, retryMs: 1 };
  const speech = {
    providers,
    endpoint: { url: `${endpoint.url}/v1`, ...settings, ...more },
  };
  return openTestService({ speech }, { log: logTo((record) => records.push(record), 'debug') });
}

interface Described {
  status: string;
  error?: string;
  data: { speech: Line[]; providers: Record<string, string> };
}
interface Line {
  text: string;
  start: number;
  end: number;
  speaker?: string;
  words?: { word: string; start: number; end: number }[];
}

/** Describes the audio (each time under a new name and with new content) and returns the finished job. */
async function describeSound(): Promise<Described & { id: string }> {
  const file = await service.upload(otherSound(), `sound ${number}.wav`);
  return again(file.body.uri);
}

/** The same audio in other bytes, of which nothing is known yet: players skip what follows the samples. */
function otherSound(): Buffer {
  number += 1;
  return Buffer.concat([sound, Buffer.alloc(2 * number)]);
}

async function again(url: string): Promise<Described & { id: string }> {
  const made = await service.call('POST', '/describe', { url, enable_scene_text: false });
  await service.drain();
  const id = (JSON.parse(made.text) as { job_id: string }).job_id;
  const { text } = await service.call('GET', `/describe/${id}?include_word_timestamps=true`);
  return { ...(JSON.parse(text) as Described), id: url };
}

describe('the dialects of transcription endpoints', () => {
  it('words at the top level, beside segments', async () => {
    endpoint.answer(() => ({
      body: {
        text: 'The ferry leaves.',
        duration: 2.5,
        segments: [{ id: 0, text: ' The ferry leaves.', start: 0.25, end: 1.5, no_speech_prob: 0.01 }],
        words: [
          { word: 'The', start: 0.25, end: 0.4 },
          { word: 'ferry', start: 0.4, end: 0.9 },
          { word: 'leaves', start: 0.9, end: 1.5 },
        ],
      },
    }));
    const { data } = await describeSound();
    expect(endpoint.asked).toHaveLength(2);
    expect(endpoint.asked[0]).toMatchObject({
      path: '/v1/audio/transcriptions',
      authorization: `Bearer ${KEY}`,
      fields: {
        model: ['tiny'],
        response_format: ['verbose_json'],
        'timestamp_granularities[]': ['segment', 'word'],
      },
    });
    const [one, two] = data.speech;
    expect(one?.text).toBe('The ferry leaves.');
    expect(one?.start).toBeCloseTo(1, 0);
    expect(two?.start).toBeCloseTo(14.5, 0);
    expect(one?.words?.map(({ word }) => word)).toEqual(['The', 'ferry', 'leaves']);
    expect((one?.words?.[1]?.start ?? 0) - (one?.start ?? 0)).toBeCloseTo(0.15, 3);
    expect(data.providers.speech).toMatch(/^endpoint tiny: As good as the model/);
  });

  it('words inside each segment, and times as text', async () => {
    endpoint.answer(() => ({
      body: {
        text: 'The ferry leaves.',
        duration: '2.5',
        segments: [
          {
            text: 'The ferry leaves.',
            start: '0.25',
            end: '1.5',
            speaker: 'SPEAKER_01',
            words: [{ word: ' ferry', start: 0.4, end: 0.9, probability: 0.9 }],
          },
        ],
      },
    }));
    const { data } = await describeSound();
    expect(data.speech[0]).toMatchObject({ text: 'The ferry leaves.', speaker: 'SPEAKER_01' });
    expect(data.speech[0]?.words).toMatchObject([{ word: 'ferry' }]);
  });

  it('segments without words', async () => {
    endpoint.answer(() => ({
      body: {
        text: 'A. B.',
        segments: [
          { text: 'A.', start: 0, end: 1 },
          { text: 'B.', start: 1, end: 2 },
        ],
      },
    }));
    const { data } = await describeSound();
    expect(data.speech.map(({ text, words }) => [text, words])).toEqual([
      ...[
        ['A.', undefined],
        ['B.', undefined],
      ],
      ...[
        ['A.', undefined],
        ['B.', undefined],
      ],
    ]);
  });

  it.each([400, 422])(
    'granularities refused by %i, then verbose_json: the plain text gets our times',
    async (status) => {
      endpoint.answer(({ fields }) => {
        const [format] = fields.response_format ?? [];
        if (format !== 'json') return { status, body: { error: { message: `no ${format}` } } };
        return { body: { text: ' The ferry leaves. ' } };
      });
      const { data, status: ended } = await describeSound();
      expect(ended).toBe('completed');
      const forms = endpoint.asked.map(({ fields }) => [
        fields.response_format?.[0],
        (fields['timestamp_granularities[]'] ?? []).length,
      ]);
      expect(forms).toContainEqual(['verbose_json', 2]);
      expect(forms).toContainEqual(['verbose_json', 0]);
      expect(forms.filter(([format]) => format === 'json')).toHaveLength(2);
      expect(data.speech.map(({ text }) => text)).toEqual(['The ferry leaves.', 'The ferry leaves.']);
      expect(data.speech[0]?.start).toBeCloseTo(0.9, 0);
      expect(data.speech[1]?.start).toBeGreaterThan(13.5);
    },
  );

  it('/inference below the base URL, if the usual path is unknown', async () => {
    endpoint.answer(({ path }) =>
      path === '/inference'
        ? { body: { text: 'Hello.', segments: [{ text: ' Hello.', start: 0.1, end: 0.9 }] } }
        : { status: 404, body: 'File Not Found' },
    );
    const { data } = await describeSound();
    expect(data.speech.map(({ text }) => text)).toEqual(['Hello.', 'Hello.']);
  });

  it('invented words over silence are dropped', async () => {
    endpoint.answer(() => ({
      body: {
        text: 'Thanks for watching.',
        segments: [
          { text: 'Thanks for watching.', start: 0, end: 1, no_speech_prob: 0.9, avg_logprob: -1.4 },
        ],
      },
    }));
    const { data } = await describeSound();
    expect(data.speech).toEqual([]);
    expect(data.providers.speech).toMatch(/no words were recognised/);
  });
});

describe('a failing endpoint', () => {
  const good: Say = { body: { text: 'Hello.', segments: [{ text: 'Hello.', start: 0, end: 1 }] } };

  it.each([
    ['429', { status: 429, headers: { 'retry-after': '0' }, body: { error: 'slow down' } }],
    ['500', { status: 500, body: 'oops' }],
    ['garbage', { body: '<html>welcome</html>' }],
    ['a response of another kind', { body: { detail: 'hello' } }],
  ])('%s is retried', async (_, bad) => {
    endpoint.answer((_asked, count) => (count <= 2 ? bad : good));
    const { data, status } = await describeSound();
    expect(status).toBe('completed');
    expect(data.speech).toHaveLength(2);
    expect(endpoint.asked.length).toBe(4);
  });

  it('a timeout is retried, and the final reason says so', async () => {
    await onAnother([{ timeoutSeconds: 0.2 }], async () => {
      endpoint.answer(() => undefined);
      const { status, error } = await describeSound();
      expect(status).toBe('failed');
      expect(error).toMatch(
        /speech: The audio from 0:00:0\d to 0:00:0\d could not be recognised: .*did not respond within 0.2 s/,
      );
    });
  });

  it('that refuses the key fails at once; neither log nor result contains the key', async () => {
    endpoint.answer(() => ({
      status: 401,
      body: { error: { message: `Incorrect API key provided: ${KEY}` } },
    }));
    const { status, error } = await describeSound();
    expect(status).toBe('failed');
    expect(error).toMatch(/responded with 401: it expects another key than the one in VAU_TEST_SPEECH_KEY/);
    expect(endpoint.asked.length).toBeLessThanOrEqual(2);
    endpoint.answer(() => ({ status: 418, body: { error: `bad ${KEY}` } }));
    expect((await describeSound()).error).toMatch(/responded with 418$|responded with 418[^:]/);
    const rows = await service.context.db.selectFrom('describes').selectAll().execute();
    expect(JSON.stringify([rows, records])).not.toContain(KEY);
  });

  it('loses no finished chunk, and repeats none', async () => {
    let broken = true;
    endpoint.answer(({ seconds: length }, count) => {
      if (broken && count > 1) return { status: 403, body: {} };
      return { body: { text: `${length}`, segments: [{ text: `chunk ${count}`, start: 0, end: 1 }] } };
    });
    const failed = await describeSound();
    expect(failed.status).toBe('failed');
    expect(endpoint.asked.length).toBe(2);
    broken = false;
    const done = await again(failed.id);
    expect(done.status).toBe('completed');
    expect(endpoint.asked.length).toBe(3);
    expect(done.data.speech.map(({ text }) => text).sort()).toEqual(['chunk 1', 'chunk 3']);
    const kept = await service.context.db
      .selectFrom('analysis_results')
      .select('analysis')
      .where('analysis', 'like', '%piece')
      .execute();
    expect(kept).toEqual([]);
  });
});

describe('the order of providers', () => {
  it.each([
    [['sidecar', 'endpoint'] as const, 'As written.'],
    [['endpoint', 'sidecar'] as const, 'As heard.'],
  ])('%j decides who is tried first', async (providers, expected) => {
    await onAnother([{}, providers], async () => {
      endpoint.answer(() => ({ body: { text: '', segments: [{ text: 'As heard.', start: 0, end: 1 }] } }));
      const subtitles = new Blob(['1\n00:00:01,000 --> 00:00:02,000\nAs written.\n']);
      const file = await service.upload(sound, 'both.wav', { subtitles });
      const { data } = await again(file.body.uri);
      expect(data.speech[0]?.text).toBe(expected);
    });
  });
});

describe('audio that was recognised once', () => {
  it('costs a second describe job and a collection nothing', async () => {
    endpoint.answer(() => ({ body: { text: 'Hello.', segments: [{ text: 'Hello.', start: 0, end: 1 }] } }));
    const bytes = otherSound();
    const first = await again((await service.upload(bytes, 'first.wav')).body.uri);
    expect(endpoint.asked.length).toBe(2);
    expect((await again(first.id)).data.speech).toEqual(first.data.speech);
    const twin = await service.upload(bytes, 'the same bytes.wav');
    const body = { name: 'heard', collection_type: 'media-descriptions' };
    const { id } = (await service.call('POST', '/collections', body)).body;
    await service.call('POST', `/collections/${id}/media`, { file_id: twin.body.id });
    await service.drain();
    const { text } = await service.call(
      'GET',
      `/collections/${id}/videos/${twin.body.id}/media-descriptions`,
    );
    expect((JSON.parse(text) as Described['data']).speech.map((line) => line.text)).toEqual([
      'Hello.',
      'Hello.',
    ]);
    expect(endpoint.asked.length).toBe(2);
  });

  it('leaves no word of a file that is deleted during recognition', async () => {
    const { body } = await service.upload(otherSound(), 'gone.wav');
    endpoint.answer(async () => {
      await service.call('DELETE', `/files/${body.id}`);
      return { body: { text: 'Hello.' } };
    });
    const made = await service.call('POST', '/describe', { url: body.uri });
    await service.drain();
    const { job_id } = JSON.parse(made.text) as { job_id: string };
    expect((await service.call('GET', `/describe/${job_id}`)).status).toBe(404);
    const events = await service.context.db.selectFrom('events').select(['event_type', 'payload']).execute();
    const types = events
      .filter(({ event_type, payload }) => event_type.startsWith('describe.') && payload.includes(job_id))
      .map(({ event_type }) => event_type);
    expect(types).toEqual(['describe.job.processing']);
  });
});
