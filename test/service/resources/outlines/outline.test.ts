/** Chapters and titles by a language model, which replace the quoted ones of a file that has been completed. */
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { MediaDescription } from '../../../../src/contract/index.ts';
import { makeAudio } from '../../../support/film.ts';
import { type ModelServer, modelServer, says } from '../../../support/model-server.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';

const it = needs('ffmpeg');

const SAID = [
  'The harbour opens at nine.',
  'Boats come in with the tide.',
  'The market sells fish.',
  'Cod is best.',
];
const SUBTITLES = `WEBVTT\n\n${SAID.map((text, at) => `00:${at}1.000 --> 00:${at}4.000\n${text}\n`).join('\n')}`;
const OUTLINE = {
  title: 'A harbour and its market',
  quote: 'The harbour opens at nine',
  chapters: [
    { first: 1, title: 'When boats come in', quote: 'in with the tide' },
    { first: 3, title: 'What the market sells', quote: 'The market sells fish' },
  ],
};

let server: ModelServer;
let service: TestService;
let collection: string;
let file: string;
beforeAll(async () => {
  server = await modelServer();
  service = await openTestService({ language: server.endpoint });
  file = (await service.upload(await makeAudio(45), 'a.wav', { subtitles: new Blob([SUBTITLES]) })).body.id;
  await service.drain();
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.asked.length = 0;
});

/** Adds the file to a new collection and gives its description. */
async function described(): Promise<MediaDescription> {
  collection = await makeCollection(service, `spoken ${Math.random()}`, 'media-descriptions');
  await service.call('POST', `/collections/${collection}/media`, { file_id: file });
  await service.drain();
  const where = `/collections/${collection}/videos/${file}/media-descriptions?include_chapters=true`;
  return (await service.call('GET', where)).body as unknown as MediaDescription;
}

const shown = ({ title, providers, chapters }: MediaDescription) => ({
  title,
  made: providers?.chapters,
  chapters: chapters?.map((one) => [one.start_time, one.title]),
});

describe('a file that a language model has read', () => {
  it('keeps its quotes where the model gives nothing that holds', async () => {
    server.answer = () =>
      says(JSON.stringify({ ...OUTLINE, quote: 'x', chapters: [{ first: 7, title: 'x', quote: 'y' }] }));
    const quoted = shown(await described());
    expect(quoted.made).toMatch(/^narrative|^none/);
    expect(SAID.join(' ')).toContain(quoted.title);
    expect(server.asked).toHaveLength(1);
  });

  it('has its chapters and titles, the model named, and is asked once for all collections', async () => {
    await service.context.db.deleteFrom('analysis_results').where('analysis', '=', 'outline').execute();
    server.answer = () => says(JSON.stringify(OUTLINE));
    const expected = {
      title: 'A harbour and its market',
      made: 'language-endpoint reader, outline@2',
      chapters: [
        [0, 'When boats come in'],
        [21, 'What the market sells'],
      ],
    };
    expect(shown(await described())).toEqual(expected);
    expect(server.asked[0]?.messages.at(-1)?.content).toContain('[3] 0:00:21 said: The market sells fish.');
    expect(shown(await described())).toEqual(expected);
    expect(server.asked).toHaveLength(1);
  });

  it('is complete with its quotes if the model fails', async () => {
    await service.context.db.deleteFrom('analysis_results').where('analysis', '=', 'outline').execute();
    server.answer = () => ({ status: 403, body: {} });
    expect(shown(await described()).made).toMatch(/^narrative|^none/);
    const { body } = await service.call('GET', `/collections/${collection}/videos/${file}`);
    expect(body.status).toBe('completed');
  });
});
