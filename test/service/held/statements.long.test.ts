/** A language model that lies, through HTTP: what nobody said is kept nowhere, and what was said is kept. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type {
  ChatCompletion,
  DeepSearch,
  ExtractJob,
  MediaDescription,
} from '../../../src/contract/index.ts';
import { makeAudio } from '../../support/film.ts';
import { type Asked, type ModelServer, modelServer, type Reply, says } from '../../support/model-server.ts';
import { needs } from '../../support/programs.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { addCollection, addFile, momentsApi } from '../resources/moments/support.ts';
import { makeCollection } from '../search/library.ts';
import { LIES, LINES, type Statement, type Surface, TRUTHS } from './statements.ts';

const it = needs('ffmpeg');
const SECONDS = 12;

const clock = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`;
const SUBTITLES = `WEBVTT\n\n${LINES.map(
  ([speaker, text], at) => `${clock(at * SECONDS)} --> ${clock(at * SECONDS + 10)}\n<v ${speaker}>${text}\n`,
).join('\n')}`;

let server: ModelServer;
let service: TestService;
let file: { id: string; uri: string };
beforeAll(async () => {
  server = await modelServer();
  const options = { language: server.endpoint, allowPrivateAddresses: true };
  service = await openTestService(options);
  const sound = await makeAudio(LINES.length * SECONDS);
  file = (await service.upload(sound, 'talk.wav', { subtitles: new Blob([SUBTITLES]) })).body;
  await service.drain();
});
afterAll(async () => {
  await service.close();
  await server.close();
});

const textOf = ({ line }: Statement) => LINES[line]?.[1] ?? '';
/** A question that finds the line: searches take "sign" for one in the picture. */
const questionOf = (one: Statement) => textOf(one).replace("I didn't sign ", '');
const quoteOf = (one: Statement) => one.quote ?? textOf(one);

/** Lines that a model was not given. A lie about them would be caught by nothing that is tried here. */
const unseen: string[] = [];

/** The number that a question has for a line. */
function numberOf({ messages }: Asked, one: Statement): number {
  const lines = messages.at(-1)?.content.split('\n') ?? [];
  const line = lines.find((text) => text.endsWith(`: ${textOf(one)}`)) ?? '';
  const number = Number(/^\[(\d+)\]/.exec(line)?.[1]);
  if (!(number > 0)) unseen.push(textOf(one));
  return number;
}

const json = (value: object): Reply => says(JSON.stringify(value));

/** The statements of a surface that a user gets to read. */
type Asking = (own: readonly Statement[]) => Promise<readonly (string | number)[]>;

async function films(): Promise<string> {
  server.answer = () => json({ title: '', quote: '', chapters: [] });
  const collection = await makeCollection(service, `films ${crypto.randomUUID()}`);
  await addFile(service, collection, file.id);
  await service.drain();
  return collection;
}

/** Has the model make a statement; gives whether it was asked for an answer. */
function answering(one: Statement): () => boolean {
  let asked = false;
  server.answer = (question) => {
    if (question.messages[0]?.content.startsWith('You plan')) return json({ queries: [] });
    asked = true;
    const citations = [{ evidence: numberOf(question, one), quote: quoteOf(one) }];
    return json({ sentences: [{ text: String(one.says), citations }] });
  };
  return () => asked;
}

const chat: Asking = async (own) => {
  const collection = await films();
  const shown: string[] = [];
  for (const one of own) {
    const wasAsked = answering(one);
    const messages = [{ role: 'user', content: questionOf(one) }];
    const answer = await service.call('POST', '/chat/completions', {
      model: 'any',
      messages,
      collections: [collection],
    });
    expect(wasAsked(), textOf(one)).toBe(true);
    const [choice] = (JSON.parse(answer.text) as ChatCompletion).choices;
    shown.push(...saidIn(choice?.message.content ?? ''));
  }
  return shown;
};

const deepSearch: Asking = async (own) => {
  const collection = await films();
  const shown: string[] = [];
  for (const one of own) {
    const wasAsked = answering(one);
    const answer = await service.call('POST', '/deepSearch', {
      query: questionOf(one),
      knowledge_base: { source: 'collections', collections: [collection] },
      scope: 'segment',
    });
    expect(wasAsked(), textOf(one)).toBe(true);
    shown.push(...saidIn((JSON.parse(answer.text) as DeepSearch).text ?? ''));
  }
  return shown;
};

/** An answer without the places behind its sentences. */
const saidIn = (text: string) => [text.replace(/ \[talk\.wav, [^\]]*\]/g, '')];

const moments =
  (where: 'reason' | 'title'): Asking =>
  async (own) => {
    server.answer = (asked) =>
      json({
        moments: own.map((one) => ({
          first: numberOf(asked, one),
          last: numberOf(asked, one),
          quote: quoteOf(one),
          title: '',
          reason: 'It meets the criterion.',
          [where]: one.says,
          likelihood: 0.9,
          score: null,
        })),
      });
    const api = momentsApi(service);
    const collection = await addCollection(service);
    await addFile(service, collection, file.id);
    const name = `facts_${crypto.randomUUID().slice(0, 8)}`;
    await api.attach(collection, { criterion: { name, instructions: 'Somebody says something.' } });
    await service.drain();
    const found = await api.moments(collection, `criterion_name=${name}&limit=100`);
    return found.moments.map(({ reason, title }) =>
      where === 'title' ? title : reason.replace(/ “.*$/, ''),
    );
  };

const chapters: Asking = async (own) => {
  await service.context.db.deleteFrom('analysis_results').where('analysis', '=', 'outline').execute();
  const first = { first: 1, title: 'The beginning', quote: LINES[0]?.[1] };
  const rest = own
    .toSorted((one, other) => one.line - other.line)
    .map((one) => ({ first: one.line + 1, title: String(one.says), quote: quoteOf(one) }));
  server.answer = () => json({ title: '', quote: '', chapters: [first, ...rest] });
  const collection = await makeCollection(service, `films ${crypto.randomUUID()}`);
  await addFile(service, collection, file.id);
  await service.drain();
  const path = `/collections/${collection}/videos/${file.id}/media-descriptions?include_chapters=true`;
  const described = (await service.call('GET', path)).body as unknown as MediaDescription;
  return described.chapters?.map(({ title }) => title ?? '') ?? [];
};

const values: Asking = async (own) => {
  const named = own.map((one, at) => [`field_${at}`, one] as const);
  const typeOf = ({ says: value }: Statement) => ({ type: typeof value === 'number' ? 'number' : 'string' });
  const properties = Object.fromEntries(named.map(([name, one]) => [name, typeOf(one)]));
  server.answer = () => json(Object.fromEntries(named.map(([name, one]) => [name, one.says])));
  const body = { url: file.uri, prompt: crypto.randomUUID(), schema: { type: 'object', properties } };
  const levels = { enable_video_level_entities: true, enable_segment_level_entities: false };
  const started = await service.call('POST', '/extract', {
    ...body,
    ...levels,
    enable_transcript_mode: true,
  });
  const { job_id } = JSON.parse(started.text) as ExtractJob;
  await service.drain();
  const done = JSON.parse((await service.call('GET', `/extract/${job_id}`)).text) as ExtractJob;
  const dropped = own.length - Object.keys(done.data?.entities ?? {}).length;
  if (dropped > 0) expect(done.data?.warnings?.join(' ')).toMatch(/nobody said or showed it: field_\d/);
  return Object.values(done.data?.entities ?? {}) as (string | number)[];
};

const ASKING: Readonly<Record<Surface, Asking>> = {
  chat,
  'deep search': deepSearch,
  reason: moments('reason'),
  'title of a moment': moments('title'),
  chapter: chapters,
  value: values,
};

/** Statements that reach a reader, of those a model makes. */
async function kept(statements: readonly Statement[]): Promise<Statement[]> {
  const found: Statement[] = [];
  unseen.length = 0;
  for (const [surface, ask] of Object.entries(ASKING)) {
    const own = statements.filter((one) => one.surface === surface);
    const shown = await ask(own);
    found.push(...own.filter(({ says: said }) => shown.includes(said)));
  }
  expect(unseen).toEqual([]);
  return found;
}

const inWords = ({ kind, surface, says: said }: Statement) => `${kind}, ${surface}: ${said}`;

describe('a language model', () => {
  it('[CHAT-4] that lies in ten ways is believed in none', async () => {
    expect([LIES.length, new Set(LIES.map(({ kind }) => kind)).size]).toEqual([40, 10]);
    expect((await kept(LIES)).map(inWords)).toEqual([]);
  });

  it('that says what was said, in other words and figures, is kept', async () => {
    const all = await kept(TRUTHS);
    const dropped = TRUTHS.filter((one) => !all.includes(one)).map(inWords);
    expect(TRUTHS).toHaveLength(40);
    expect(dropped.length, dropped.join('\n')).toBeLessThanOrEqual(2);
  });
});
