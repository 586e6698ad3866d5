/** A language model that hangs while it works for a job, in the built service: a stand-in for its runtime decides when. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { childrenOf } from '../support/children.ts';
import { makeAudio } from '../support/film.ts';
import { placeLlama, setUpTinyLlama } from '../support/models/llama.ts';
import { needs } from '../support/programs.ts';
import type { Fields } from '../support/service.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');

/** Seconds that a question may take. */
const LIMIT = 2;

/** Never answers a question about a walrus, and does not let go of the processor; others get the least that their grammar allows. */
const STAND_IN = `
export const getLlama = async () => ({
  loadModel: async () => ({
    tokenize: (text) => text.split(' '),
    createContext: async ({ contextSize }) => ({ contextSize: contextSize.max, getSequence: () => ({}) }),
  }),
  createGrammarForJsonSchema: async (schema) => schema,
});
const least = (schema) => {
  const { type, properties, anyOf, oneOf, enum: values } = schema;
  if (values) return values[0];
  if (anyOf ?? oneOf) return least((anyOf ?? oneOf).at(-1));
  if (type === 'object') return Object.fromEntries(Object.entries(properties ?? {}).map(([name, of]) => [name, least(of)]));
  return { array: [], string: '', number: 0, integer: 0, boolean: true }[type] ?? null;
};
export class LlamaChatSession {
  setChatHistory() {}
  dispose() {}
  async promptWithMeta(text, { grammar }) {
    if (text.includes('walrus')) for (;;);
    return { responseText: JSON.stringify(least(grammar)), stopReason: 'eogToken' };
  }
}
`;

const SUBTITLES = `WEBVTT\n\n${['The harbour opens.', 'Boats come in.', 'Cod is best.']
  .map((text, at) => `00:0${at}.000 --> 00:0${at}.900\n${text}\n`)
  .join('\n')}`;

let service: Serving;
let uri: string;
beforeAll(async () => {
  service = await serving({ env: { VAU_LANGUAGE_TIMEOUT: String(LIMIT) } });
  await placeLlama(service.home.dataFolder, STAND_IN);
  await setUpTinyLlama(service.home.dataFolder);
  const { body } = await service.upload(await makeAudio(4), 'a.wav', { subtitles: new Blob([SUBTITLES]) });
  expect((await service.settled(`/files/${body.id}`)).status).toBe('completed');
  uri = body.uri;
});
afterAll(async () => {
  await service.stop();
});

const SCHEMA = {
  type: 'object',
  properties: { kind: { type: 'string', enum: ['talk', 'film'] } },
  required: ['kind'],
};

async function extract(prompt: string): Promise<string> {
  const how = { enable_video_level_entities: true, enable_segment_level_entities: false };
  const { body } = await service.call('POST', '/extract', {
    url: uri,
    prompt,
    schema: SCHEMA,
    enable_transcript_mode: true,
    ...how,
  });
  return body.job_id;
}

describe('a language model that hangs', () => {
  it('is ended, its job fails alone with the reason, and the jobs around it are done', async () => {
    const before = await extract('What is it');
    expect(await service.settled(`/extract/${before}`)).toMatchObject({ status: 'completed' });
    const [first] = childrenOf(service.pid, 'language.js');
    const jobs: string[] = [];
    for (const prompt of ['Is it a talk', 'Is it about a walrus', 'Is it a film'])
      jobs.push(await extract(prompt));
    const ended: Fields[] = [];
    for (const id of jobs) ended.push(await service.settled(`/extract/${id}`));
    expect(ended.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed']);
    expect(ended[1]?.error).toContain(`did not answer within ${LIMIT} seconds, and was ended`);
    expect(childrenOf(service.pid, 'language.js')).toHaveLength(1);
    expect(childrenOf(service.pid, 'language.js')).not.toContain(first);
  });
});
