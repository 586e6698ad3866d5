import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { makeImage, makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');
const KEY = 'VAU_TEST_VISION_KEY';

interface Asked {
  model: string;
  messages: { role: string; content: string | { type: string; image_url?: { url: string } }[] }[];
  response_format?: { type: string };
}

type Reply = { status?: number; body: unknown };

let server: Server;
let service: TestService;
let asked: { path: string; key: string | undefined; body: Asked }[];
let answer: (body: Asked, count: number) => Reply;

const says = (content: unknown): Reply => ({
  body: { choices: [{ message: { role: 'assistant', content } }] },
});
const scene = (description: string) => JSON.stringify({ description });

beforeEach(async () => {
  asked = [];
  process.env[KEY] = 'secret-of-the-test';
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString()) as Asked;
    asked.push({ path: request.url ?? '', key: request.headers.authorization, body });
    const { status = 200, body: sent } = answer(body, asked.length);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const vision = { url, model: 'seer', keyEnv: KEY, timeoutSeconds: 10, retryMs: 1 };
  service = await openTestService({ vision });
});

afterEach(async () => {
  delete process.env[KEY];
  await service.close();
  server.close();
});

interface Described {
  visual_scene_description: { text: string; start: number; end: number }[];
  providers: Record<string, string>;
}

/** Adds media to a collection with scenes only, and reads the result. */
async function described(media: Buffer, name: string): Promise<Described> {
  const file = (await service.upload(media, name)).body.id;
  const off = { enable_speech: false, enable_scene_text: false, enable_summary: false };
  const describe_config = { ...off, enable_visual_scene_description: true, enable_audio_description: false };
  const made = { name: `c ${Math.random()}`, collection_type: 'media-descriptions', describe_config };
  const { id } = (await service.call('POST', '/collections', made)).body;
  await service.call('POST', `/collections/${id}/media`, { file_id: file });
  await service.drain();
  const member = await service.call('GET', `/collections/${id}/videos/${file}`);
  if (member.body.status === 'failed') throw new Error(member.body.error);
  const answer = await service.call('GET', `/collections/${id}/videos/${file}/media-descriptions`);
  return answer.body as unknown as Described;
}

describe('scenes described by an endpoint', () => {
  it('come from one frame of each span, requested by JSON schema, and name their provider', async () => {
    answer = (_, count) => says(scene(`Scene ${count}.`));
    const { visual_scene_description: lines, providers } = await described(await makeVideo(41), 'film.mp4');
    expect(lines.map(({ text }) => text)).toEqual(['Scene 1.', 'Scene 2.', 'Scene 3.']);
    expect(lines[0]).toMatchObject({ start: 0 });
    expect(lines.at(-1)?.end).toBeCloseTo(41, 0);
    expect(providers.visual_scene_description).toBe(
      'vision-endpoint seer: Described by a model, which can be wrong.',
    );
    const [first] = asked;
    expect(first).toMatchObject({ path: '/v1/chat/completions', key: 'Bearer secret-of-the-test' });
    expect(first?.body).toMatchObject({ model: 'seer', response_format: { type: 'json_schema' } });
    const image = JSON.stringify(first?.body.messages[0]?.content);
    expect(image).toMatch(/data:image\/jpeg;base64,\/9j\//);
  });

  it('come from servers that support json_object, or neither format; reasoning and code fences are removed', async () => {
    answer = ({ response_format: format }) => {
      if (format) return { status: 400, body: { error: 'unknown response_format' } };
      return says(
        `<think>{"description": "no"}</think>Here it is:\n\`\`\`json\n${scene('A square.')}\n\`\`\``,
      );
    };
    const { visual_scene_description: lines } = await described(await makeImage(), 'one.png');
    expect(lines.map(({ text }) => text)).toEqual(['A square.']);
    expect(asked.map(({ body }) => body.response_format?.type)).toEqual([
      ...['json_schema', 'json_object', 'json_object'],
      undefined,
    ]);
  });

  it('are requested once more, with the reason, if the answer is unusable', async () => {
    answer = (_, count) =>
      count === 1 ? says('{"text": "A square."}') : says([{ text: scene('A square.') }]);
    const { visual_scene_description: lines } = await described(await makeImage(), 'one.png');
    expect(lines.map(({ text }) => text)).toEqual(['A square.']);
    expect(JSON.stringify(asked[1]?.body.messages.at(-1))).toContain('That is not usable: description');
  });

  it('fail with a reason, and never with the key', async () => {
    answer = () => says('I cannot see.');
    await expect(described(await makeImage(), 'one.png')).rejects.toThrow(
      /asked twice and returned no description: it contains no JSON object/,
    );
    expect(asked).toHaveLength(2);
    answer = () => ({ status: 401, body: { error: 'bad key secret-of-the-test' } });
    const refused = described(await makeVideo(1), 'one.mp4');
    await expect(refused).rejects.toThrow(`it expects another key than the one in ${KEY}`);
    await expect(refused).rejects.not.toThrow('secret-of-the-test');
  });

  it('are not requested again after a failure in the middle', async () => {
    answer = (_, count) => (count === 2 ? { status: 403, body: {} } : says(scene(`Scene ${count}.`)));
    const film = await makeVideo(25);
    await expect(described(film, 'film.mp4')).rejects.toThrow('403');
    const { visual_scene_description: lines } = await described(film, 'film.mp4');
    expect(lines.map(({ text }) => text)).toEqual(['Scene 1.', 'Scene 3.']);
    expect(asked).toHaveLength(3);
  });
});
