/** Holds that a deletion is complete for readers at once, however long the rows stay in the store. */
import { describe, expect, it } from 'vitest';
import { operationIds, operationOf } from '../../../src/contract/index.ts';
import { binary } from '../../support/served.ts';
import { jobsIn } from '../../support/store.ts';
import { examples } from './examples.ts';
import { send } from './walk.ts';
import type { World } from './world.ts';

/** Signed addresses differ with the time they were made at. */
const unsigned = (text: string): string => text.replace(/\/m\/[^/"]+\//g, '/m/…/');

/** Registers the tests; they delete most of the world. @param here the world of the walk */
export function deletionsHold(here: () => World): void {
  // The jobs of a service in another process start by themselves.
  if (binary) return;
  describe('what readers see of a deletion', () => {
    it('is the same before and after its rows are gone: of a collection', async () => {
      const { 'media-descriptions': id = '' } = here().collections;
      const seen = await seenAround(here(), `/collections/${id}`);
      expect(seen['collection.list ']).not.toContain(id);
      expect(seen['media-description.list ']).toMatch(/^404/);
    });

    it('[DEL-2] is the same before and after its rows are gone: of a file', async () => {
      const { film } = here();
      const seen = await seenAround(here(), `/files/${film}`);
      for (const id of ['file.get ', 'segmentation.get ', 'describe.get ', 'share.get ', 'tag.get '])
        expect(seen[id]).toMatch(/^404/);
      for (const id of ['file.list ', 'share.list ', 'tag.list ', 'describe.list ', 'POST /search'])
        expect(seen[id], id).not.toContain(film);
    });
  });
}

/** Deletes something, and holds that all answers are the same as long as its jobs wait, and after they ran. */
async function seenAround(world: World, where: string): Promise<Record<string, string>> {
  const { service } = world;
  const questions = await questionsTo(world);
  await service.drain();
  const before = await answersTo(questions);
  expect((await service.call('DELETE', where)).status).toBe(200);
  const db = service.inProcess?.context.db;
  expect(db && (await jobsIn(db)).map(({ kind }) => kind)).toContain('deletion.finish');
  const seen = await answersTo(questions);
  await service.drain();
  expect(await answersTo(questions)).toEqual(seen);
  expect(seen).not.toEqual(before);
  return seen;
}

/** The questions themselves add to these lists. */
const OWN: ReadonlySet<string> = new Set(['search.list', 'deep-search.list']);

type Questions = Map<string, () => Promise<string>>;

/** Every operation that reads, each list of a file's things by its id, the page of a share, and two searches. */
async function questionsTo(world: World): Promise<Questions> {
  const { service, film, share, collections } = world;
  const questions: Questions = new Map();
  const reading = operationIds.filter((id) => operationOf(id).method === 'GET' && !OWN.has(id));
  for (const id of reading) {
    const sent = await examples[id].call(world);
    const named = 'file_id' in operationOf(id).query.shape ? [`file_id=${film}`] : [];
    for (const query of [sent.query ?? '', ...named])
      questions.set(`${id} ${query}`, async () => {
        const { status, text } = await send(world, operationOf(id), { ...sent, query });
        return `${status} ${unsigned(text)}`;
      });
  }
  questions.set('page', async () => String((await service.request(`/s/${share}`)).status));
  const asked = { '/search': { scope: 'file', query: 'harbour' }, '/deepSearch': { query: 'harbour' } };
  for (const [path, body] of Object.entries(asked))
    for (const type of ['media-descriptions', 'rich-transcripts']) {
      const knowledge_base = { source: 'collections', collections: [collections[type]] };
      const at = path === '/search' ? { collections: [collections[type]] } : { knowledge_base };
      questions.set(`POST ${path}${type === 'media-descriptions' ? '' : ` ${type}`}`, async () => {
        const { status, text } = await service.call('POST', path, { ...body, ...at });
        return `${status} ${text.match(/"file_id":"[^"]+"/g) ?? ''}`;
      });
    }
  questions.set('POST /deepSearch default', async () => {
    const { text } = await service.call('POST', '/deepSearch', { query: 'harbour' });
    return (text.match(/"(file|collection)_id":"[^"]+"/g) ?? []).sort().join(' ');
  });
  return questions;
}

async function answersTo(questions: Questions): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [name, ask] of questions) answers[name] = await ask();
  return answers;
}
