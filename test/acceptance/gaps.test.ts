import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gap } from '../../src/contract/index.ts';
import { signedIn, type Visitor } from '../service/pages/support.ts';
import { addFilm, type Film, makeCollection } from '../service/search/library.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { temporary } from './harness.ts';
import { runSimilar } from './in-process.ts';

/** What every surface says of collections in which not everything was heard, and of one in which nobody speaks. */

const recognised = { madeBy: { provider: 'moonshine', settings: {} } };
const deaf: Film['heard'] = {
  madeBy: { provider: 'none', settings: {} },
  gaps: [{ reason: 'no_recogniser' }],
};
const line = (start: number, end: number, doubt: 'language' | 'music' | 'unclear') => ({
  start,
  end,
  doubt,
  text: `words from ${start} that nobody said`,
});

interface Case {
  readonly films: readonly Film[];
  /** What is said of the collection and of its first file, and the commands; NAME and FILE stand for these. */
  readonly ofCollection: string;
  readonly ofFile: string;
  readonly next: readonly string[];
  readonly nextOfFile: readonly string[];
}

const AGAIN = 'vau describe redo --collection NAME';
const cases: Record<string, Case> = {
  deaf: {
    films: [
      { filename: 'one.mp4', heard: deaf },
      { filename: 'two.mp4', heard: deaf },
    ],
    ofCollection: 'Nothing was heard in 2 of 2 files: no recogniser.',
    ofFile: 'Nothing was heard: no recogniser.',
    next: ['vau setup speech', AGAIN],
    nextOfFile: ['vau setup speech', 'vau describe redo FILE'],
  },
  'half-deaf': {
    films: [
      { filename: 'one.mp4', heard: deaf },
      { filename: 'two.mp4', heard: deaf },
      { filename: 'three.mp4', speech: [{ start: 1, text: 'The gates close at noon.' }] },
    ],
    ofCollection: 'Nothing was heard in 2 of 3 files: no recogniser.',
    ofFile: 'Nothing was heard: no recogniser.',
    next: ['vau setup speech', AGAIN],
    nextOfFile: ['vau setup speech', 'vau describe redo FILE'],
  },
  foreign: {
    films: [
      {
        filename: 'harbour.mp4',
        heard: { ...recognised, doubtful: [line(12, 100, 'language'), line(104, 220, 'language')] },
      },
    ],
    ofCollection:
      'Speech that is not English from 0:12 to 3:40 in harbour.mp4 was not understood; the model parakeet-v3 knows 25 languages.',
    ofFile:
      'Speech that is not English from 0:12 to 3:40 was not understood; the model parakeet-v3 knows 25 languages.',
    next: ['vau setup speech parakeet-v3', AGAIN],
    nextOfFile: ['vau setup speech parakeet-v3', 'vau describe redo FILE'],
  },
  mistrusted: {
    films: [
      {
        filename: 'song.mp4',
        heard: {
          ...recognised,
          doubtful: [1, 5, 9, 30].map((at) => line(at, at + 2, at < 9 ? 'music' : 'unclear')),
        },
      },
    ],
    ofCollection: '4 lines that were heard in song.mp4 are not trusted (music, unclear) and not searched.',
    ofFile: '4 lines that were heard are not trusted (music, unclear) and not searched.',
    next: ['vau media-description get NAME FILE --include-untrusted'],
    nextOfFile: ['vau media-description get COLLECTION FILE --include-untrusted'],
  },
};

const silent: Film = { filename: 'calm.mp4', heard: { ...recognised, gaps: [{ reason: 'no_speech' }] } };
const ACCUSATION = /recogniser|not English|trusted|Nothing was heard/;
const FALSE = /was said|nobody said|contains no speech/;

interface Made {
  readonly name: string;
  readonly collection: string;
  readonly file: string;
  readonly moments: string;
  readonly entities: string;
}

let service: TestService;
let server: Server;
let url: string;
let visitor: Visitor;
const made = new Map<string, Made>();
const home = temporary();

beforeAll(async () => {
  service = await openTestService({
    speech: { providers: ['sidecar', 'subtitle-track'] },
  });
  const listener = getRequestListener(service.app.fetch, { overrideGlobalObjects: false });
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  visitor = await signedIn(service);
  for (const [name, films] of [
    ...Object.entries(cases).map(([key, one]) => [key, one.films] as const),
    ['silent', [silent]] as const,
  ]) {
    const collection = await makeCollection(service, name);
    const moments = await makeCollection(service, `${name}-moments`, 'moments');
    const { body } = await service.call('POST', '/collections', {
      name: `${name}-entities`,
      collection_type: 'entities',
      extract_config: { prompt: 'people' },
    });
    const files: string[] = [];
    for (const film of films) {
      const { file_id } = await addFilm(service, collection, film);
      await addFilm(service, moments, film, file_id);
      await addFilm(service, body.id, film, file_id);
      files.push(file_id);
    }
    made.set(name, { name, collection, file: files[0] ?? '', moments, entities: body.id });
  }
});
afterAll(async () => {
  server.close();
  await service.close();
  home.remove();
});

const of = (name: string): Made => {
  const found = made.get(name);
  if (!found) throw new Error(`no collection ${name}`);
  return found;
};

/** The gaps of an answer as people read them. */
function told(answer: { body: unknown; status: number }): string {
  expect(answer.status).toBe(200);
  const { gaps = [] } = answer.body as { gaps?: Gap[] };
  return gaps.map(({ text, next = [] }) => [text, ...next].join('\n')).join('\n');
}

const asked = 'zeppelins';
const ask = async (method: string, where: string, body?: object) =>
  told(await service.call(method, where, body));
/** The gaps of a file in a list. */
async function inList(where: string, file: string): Promise<string> {
  const { body, status } = await service.call('GET', where);
  const { data } = body as unknown as { data: { id?: string; file_id?: string }[] };
  return told({ status, body: data.find(({ id, file_id }) => (file_id ?? id) === file) });
}

const search = ({ collection }: Made) =>
  service.call('POST', '/search', { scope: 'segment', query: asked, collections: [collection] });
const deepSearch = ({ collection }: Made) =>
  service.call('POST', '/deepSearch', {
    query: asked,
    knowledge_base: { source: 'collections', collections: [collection] },
  });
const chat = ({ collection }: Made) =>
  service.call('POST', '/chat/completions', {
    model: 'quotes',
    collections: [collection],
    messages: [{ role: 'user', content: asked }],
  });
const page = async (where: string) => {
  const { status, text } = await visitor.open(where);
  expect(status).toBe(200);
  return text.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
};

const chosen = () => ({ VAU_BASE_URL: url, VAU_TOKEN: service.token });

async function vau(...args: string[]): Promise<string> {
  const ended = await runSimilar(home.folder, args, { env: chosen() });
  expect(ended.status, ended.stderr).toBe(0);
  return `${ended.stdout}\n${ended.stderr}`;
}

/** What speaks of a whole collection. */
const ofCollections: Record<string, (one: Made) => Promise<string>> = {
  'POST /search': async (one) => told(await search(one)),
  'GET /search/ID': async (one) => ask('GET', `/search/${(await search(one)).body.id}`),
  'POST /deepSearch': async (one) => told(await deepSearch(one)),
  'the answer of a deep search': async (one) =>
    ((await deepSearch(one)).body as unknown as { text: string }).text,
  'GET /deepSearch/ID': async (one) => ask('GET', `/deepSearch/${(await deepSearch(one)).body.id}`),
  'POST /chat/completions': async (one) => told(await chat(one)),
  'the answer of a chat': async (one) =>
    (await chat(one)).text.replaceAll('\\"', '"').replaceAll('\\n', '\n'),
  'GET /collections/ID': ({ collection }) => ask('GET', `/collections/${collection}`),
  'the page of a collection': ({ collection }) => page(`/collections/${collection}`),
  'the page of a search': async (one) =>
    page(`/collections/${one.collection}/searches/${(await search(one)).body.id}`),
  'vau search run': ({ name }) => vau('search', 'run', asked, '--collection', name),
  'vau deep-search run': ({ name }) => vau('deep-search', 'run', asked, '--collection', name),
  'vau deep-search get': async (one) => vau('deep-search', 'get', (await deepSearch(one)).body.id),
  'vau chat ask': ({ name }) => vau('chat', 'ask', asked, '--collection', name),
  'vau chat get': async (one) => vau('chat', 'get', (await chat(one)).body.id),
  'vau collection get': ({ name }) => vau('collection', 'get', name),
};

/** What speaks of one file. */
const ofFiles: Record<string, (one: Made) => Promise<string>> = {
  'GET /files/ID': ({ file }) => ask('GET', `/files/${file}`),
  'GET /files': ({ file }) => inList('/files?limit=50', file),
  'GET /collections/ID/videos/ID': ({ collection, file }) =>
    ask('GET', `/collections/${collection}/videos/${file}`),
  'GET /collections/ID/videos': ({ collection, file }) => inList(`/collections/${collection}/videos`, file),
  'the page of a file': ({ file }) => page(`/files/${file}`),
  'vau file get': ({ file }) => vau('file', 'get', file),
  'vau media get': ({ name, file }) => vau('media', 'get', name, file),
  'a saved transcript without words': ({ name, file }) =>
    vau('media-description', 'get', name, file, '--save', path.join(home.folder, 'said.srt')),
};

/** What speaks of one file without commands: a card leads to its page. */
const cards: Record<string, (one: Made) => Promise<string>> = {
  'cards of files': () => page('/files'),
  'cards of a collection': ({ collection }) => page(`/collections/${collection}`),
};

const table = (surfaces: object) =>
  Object.keys(surfaces).flatMap((surface) => Object.keys(cases).map((name) => [surface, name] as const));

function filled(commands: readonly string[], { name, collection, file }: Made): string[] {
  return commands.map((one) =>
    one.replace('NAME', name).replace('COLLECTION', collection).replace('FILE', file),
  );
}

describe('what was not heard, read or seen', () => {
  it.each(table(ofCollections))('%s says it of a collection: %s', async (surface, name) => {
    const { ofCollection, next } = cases[name] as Case;
    const shown = (await ofCollections[surface]?.(of(name))) ?? '';
    for (const wanted of [ofCollection, ...filled(next, of(name))]) expect(shown).toContain(wanted);
    expect(shown).not.toMatch(FALSE);
  });

  it.each(table(ofFiles))('%s says it of a file: %s', async (surface, name) => {
    const { ofFile, nextOfFile } = cases[name] as Case;
    const shown = (await ofFiles[surface]?.(of(name))) ?? '';
    for (const wanted of [ofFile, ...filled(nextOfFile, of(name))]) expect(shown).toContain(wanted);
  });

  it.each(table(cards))('%s say it: %s', async (surface, name) => {
    expect(await cards[surface]?.(of(name))).toContain(cases[name]?.ofFile);
  });

  it.each(Object.keys(cases))('an empty list of moments says it: %s', async (name) => {
    const { moments } = of(name);
    const [sentence = ''] = (cases[name] as Case).ofCollection.split(';');
    for (const shown of [
      await ask('GET', `/collections/${moments}/moments`),
      await vau('moments', 'list', moments),
      await vau('moments', 'findings', moments),
    ]) {
      expect(shown).toContain(sentence);
      expect(shown).toMatch(/vau (describe redo|setup speech)/);
    }
  });

  it.each(Object.keys(cases))('the entities of a file say it: %s', async (name) => {
    const { entities, file } = of(name);
    const [sentence = ''] = (cases[name] as Case).ofFile.split(';');
    expect(await ask('GET', `/collections/${entities}/videos/${file}/entities`)).toContain(sentence);
    expect(await vau('entity', 'get', entities, file)).toContain(sentence);
  });

  it.each(Object.entries({ ...ofCollections, ...ofFiles }))(
    'where nobody speaks, %s accuses nobody',
    async (surface, show) => {
      // The list of files shows those of the other collections too.
      const shown = await show(of('silent'));
      expect(shown).not.toMatch(ACCUSATION);
      expect(shown).not.toMatch(FALSE);
      if (surface in ofFiles) expect(shown).toContain('There is no speech');
    },
  );

  it('programs read it typed, and nothing is noted beside their output', async () => {
    const args = ['search', 'run', asked, '--collection', 'half-deaf', '-o', 'json'];
    const { stdout, stderr } = await runSimilar(home.folder, args, { env: chosen() });
    const { gaps } = JSON.parse(stdout) as { gaps: Gap[] };
    expect(gaps).toEqual([
      expect.objectContaining({ modality: 'speech', reason: 'no_recogniser', files: 2, files_total: 3 }),
    ]);
    expect(stderr).toBe('');
  });

  it('a search that looks elsewhere, or finds enough, does not say it', async () => {
    const { collection } = of('deaf');
    const elsewhere = {
      scope: 'segment',
      query: asked,
      collections: [collection],
      search_modalities: ['ocr_lexical'],
    };
    expect(await ask('POST', '/search', elsewhere)).toBe('');
    const one = { scope: 'segment', query: 'gates', collections: [of('half-deaf').collection], limit: 1 };
    expect(await ask('POST', '/search', one)).toBe('');
    expect(await ask('POST', '/search', { ...one, limit: 10 })).toContain(
      'Nothing was heard in 2 of 3 files',
    );
  });

  it('a collection that leaves speech out, and files that are not processed, are no silence either', async () => {
    const { body } = await service.call('POST', '/collections', {
      name: 'Only seen',
      collection_type: 'media-descriptions',
      describe_config: { enable_speech: false },
    });
    const { file_id } = await addFilm(service, body.id, { filename: 'seen.mp4' });
    const query = { scope: 'segment', query: asked, collections: [body.id] };
    expect(await ask('POST', '/search', query)).toBe(
      'Speech was not recognised in 1 of 1 file: the collection leaves it out.',
    );
    await service.context.db
      .updateTable('collection_files')
      .set({ status: 'processing' })
      .where('collection_id', '=', body.id)
      .where('file_id', '=', file_id)
      .execute();
    expect(await ask('POST', '/search', query)).toBe(
      "1 of 1 file is not processed yet.\nvau media list 'Only seen'",
    );
  });
});
