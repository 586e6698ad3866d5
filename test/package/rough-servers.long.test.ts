/** Servers that break, lie or take long, against the built service: URLs to ingest, receivers of webhooks, language models. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeImage } from '../support/film.ts';
import { needs } from '../support/programs.ts';
import {
  ROUGH,
  type RoughKind,
  type RoughServer,
  roughKinds,
  roughServer,
  soundOf,
} from '../support/rough-servers.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const withFfmpeg = needs('ffmpeg');
/** In milliseconds; a busy machine takes several times what a quiet one does. */
const MINUTE = 60_000;
const all = Object.keys(ROUGH) as RoughKind[];

let service: Serving;
let rough: RoughServer;
/** How the server answers a path; `closing` if nothing is said. */
let answer: Parameters<typeof roughServer>[0];

beforeAll(async () => {
  rough = await roughServer((path, count) => answer(path, count));
  const model = { VAU_VISION_URL: `${rough.url}/v1`, VAU_VISION_MODEL: 'rough', VAU_VISION_TIMEOUT: '3' };
  service = await serving({
    env: { ...model, VAU_PRIVATE_ADDRESSES: 'on', VAU_SPEECH_PROVIDERS: 'subtitle-track' },
  });
});
afterAll(async () => {
  await rough.close();
  await service.stop();
});
afterEach(() => {
  rough.asked.length = 0;
  expect(service.said()).not.toMatch(/a worker .*restarting|ERR_ASSERTION|unhandled|uncaught/i);
});

/** From servers that close, bodies of 70 to 130 kB ended a worker: they wait while their file is being opened. */
const sizesOf = (kind: RoughKind): number[] => {
  if (ROUGH[kind].comes !== 'whole') return [8_000, 1_000_000];
  return [8_000, 70_000, 110_000, ...(['HTTP/1.0', 'chunked'].includes(kind) ? [50_000_000] : [])];
};

describe('a URL', () => {
  withFfmpeg(
    'of any kind of server is ingested whole, or fails with its reason; others go on',
    async () => {
      const wanted = [...all.entries()].flatMap(([seed, kind]) =>
        sizesOf(kind).map((size) => ({ kind, size, seed })),
      );
      answer = (path) => {
        const { kind, size, seed } = wanted[Number(path.split('/')[1])] ?? expect.unreachable();
        return { kind, body: soundOf(size, seed) };
      };
      const files = await Promise.all(
        wanted.map(async (one, at) => {
          const { body } = await service.call('POST', '/files/sync', { url: `${rough.url}/${at}/a.wav` });
          return { ...one, where: `/files/${body.id}` };
        }),
      );
      const stranger = await tokenOfAnother();
      const own = await upload(stranger, soundOf(20_000, 99));
      const ended = await Promise.all(
        files.map(async ({ kind, size, where }) => {
          if (ROUGH[kind].comes === 'never') return [];
          const { status, bytes, error } = await service.settled(where);
          const good =
            ROUGH[kind].comes === 'whole'
              ? status === 'completed' && bytes === size
              : status === 'failed' &&
                /before the whole response|sent more than it announced/.test(String(error));
          return good ? [] : [`${kind}, ${size}: ${status}, ${bytes}, ${error}`];
        }),
      );
      expect(ended.flat()).toEqual([]);
      // What stalls is still waited for, and kept nobody waiting.
      for (const { kind, where } of files.filter((one) => ROUGH[one.kind].comes === 'never'))
        expect((await service.call('GET', where)).body.status, kind).toBe('processing');
      expect(own.took).toBeLessThan(MINUTE);
    },
    3 * MINUTE,
  );
});

/** Uploads with a token and waits until the file is processed. */
async function upload(token: string, bytes: Buffer): Promise<{ took: number }> {
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'own.wav');
  const { id } = (await (
    await fetch(`${service.url}/files`, { method: 'POST', headers, body: form })
  ).json()) as {
    id: string;
  };
  await vi.waitFor(
    async () => {
      const file = (await (await fetch(`${service.url}/files/${id}`, { headers })).json()) as {
        status: string;
      };
      expect(file.status).toBe('completed');
    },
    { timeout: MINUTE, interval: 100 },
  );
  return { took: performance.now() - began };
}

async function tokenOfAnother(): Promise<string> {
  const { env } = service.home;
  await vau(['service', 'account', 'create', 'other'], { env });
  const line = ['service', 'token', 'create', 'other', '--account', 'other', '-o', 'json'];
  const { status, stdout, stderr } = await vau(line, { env });
  expect(status, stderr).toBe(0);
  return (JSON.parse(stdout) as { token: string }).token;
}

describe('a receiver of webhooks', () => {
  it('of any kind gets its event once, for its status has come', async () => {
    const kinds = all;
    answer = (path) => ({ kind: kinds[Number(path.slice(1))] ?? 'closing', body: soundOf(200_000, 1) });
    const sent = await Promise.all(
      kinds.map(async (kind, at) => {
        const { body: hook } = await service.call('POST', '/webhooks', {
          endpoint: `${rough.url}/${at}`,
          subscribed_events: ['file.job.deleted'],
        });
        const { body } = await service.call('POST', `/webhooks/${hook.id}/test`, {});
        return { kind, where: `/webhooks/${hook.id}/deliveries/${body.id}` };
      }),
    );
    for (const { kind, where } of sent)
      await vi.waitFor(
        async () => {
          const { body } = await service.call('GET', where);
          expect(body, kind).toMatchObject({ attempts: [{ status_code: 200 }] });
        },
        { timeout: MINUTE, interval: 100 },
      );
    const asked = rough.asked.filter((path) => !path.endsWith('.wav'));
    expect(asked.toSorted()).toEqual(kinds.map((_, at) => `/${at}`).toSorted());
  });
});

describe('a model', () => {
  /** Spaces after the response make a half of it look whole. */
  const said = JSON.stringify({
    choices: [{ message: { role: 'assistant', content: JSON.stringify({ description: 'Some bars.' }) } }],
  }).padEnd(200_000);

  withFfmpeg(
    'of any kind is heard if its response came whole, and asked again if not',
    async () => {
      // One asks after another: the first attempt at each picture meets a server that breaks, the second one that does not.
      const bad = roughKinds('broken', 'never');
      const turns = roughKinds('whole').flatMap((good, at) => [bad[at] ?? expect.unreachable(), good]);
      expect(turns).toHaveLength(all.length);
      let turn = 0;
      answer = () => ({ kind: turns[turn++] ?? 'closing', body: Buffer.from(said) });
      const image = await makeImage();
      const jobs = await Promise.all(
        bad.map(async (kind) => {
          const { body: file } = await service.upload(Buffer.concat([image, Buffer.from(kind)]), 'bars.png');
          const only = { enable_speech: false, enable_scene_text: false, enable_summary: false };
          const wanted = { url: file.uri, ...only, enable_visual_scene_description: true };
          const { body } = await service.call('POST', '/describe', wanted);
          return `/describe/${(body as unknown as { job_id: string }).job_id}`;
        }),
      );
      for (const job of jobs)
        expect(await service.settled(job)).toMatchObject({
          status: 'completed',
          data: { visual_scene_description: [{ text: 'Some bars.' }] },
        });
      expect(turn).toBe(all.length);
    },
    3 * MINUTE,
  );
});
