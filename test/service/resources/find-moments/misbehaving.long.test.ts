/** A language model that misbehaves in every way, through HTTP. The whole labelled set: npm run bench -- moments --misbehaving. */
import { afterAll, beforeAll, expect, vi } from 'vitest';
import {
  inventedIn,
  KINDS,
  type Kind,
  MISBEHAVIOURS,
  type MisbehavingModel,
  misbehavingModel,
} from '../../../support/misbehaving-model.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addCollection, addFile, addRecording, momentsApi } from '../moments/support.ts';

const encode = vi.hoisted(() => vi.fn(async () => []));
vi.mock('../../../../src/service/understanding/models/embeddings/index.ts', async (original) => ({
  ...(await original<object>()),
  encoderFor: () => ({ model: 'none', language: 'en', encode }),
  readerFor: () => undefined,
  stopEncoders: async () => undefined,
}));

const it = needs('ffmpeg');
let model: MisbehavingModel;
let service: TestService;
let api: ReturnType<typeof momentsApi>;
let collection: string;
const nameOf = (kind: Kind) => `kind_${KINDS.indexOf(kind)}`;
const TEXTS = [
  'Two more men came to the yard today.',
  'I promise that I will send you the timetable by Friday.',
  'The paint is blue, and it is cheap.',
  'There was fog over the sea in the morning.',
  'Nobody was on board of the ferry.',
];
const film = { duration: 40, lines: TEXTS.map((text, at) => ({ start: at * 6 + 1, end: at * 6 + 5, text })) };
beforeAll(async () => {
  model = await misbehavingModel((criterion) => KINDS[Number(criterion.slice(5))] ?? 'none');
  service = await openTestService({ language: model.endpoint });
  api = momentsApi(service);
  collection = await addCollection(service);
  const cues = film.lines.map(({ start, end, text }) => [start, end, 'Ada', text] as const);
  await addFile(service, collection, await addRecording(service, cues, film.duration));
  for (const kind of KINDS)
    await api.attach(collection, { criterion: { name: nameOf(kind), instructions: `Promises: ${kind}` } });
  await service.drain();
});
afterAll(async () => {
  await service.close();
  await model.close();
});

it('[ATT-7] [MOM-6] no run is lost, each ends as it must, and nothing invented is kept', async () => {
  const attachments = await api.attachments(collection);
  const { runs } = await api.runs('limit=100');
  expect(runs).toHaveLength(KINDS.length);
  const ended = [];
  for (const kind of KINDS) {
    const name = nameOf(kind);
    const { moments } = await api.moments(collection, `criterion_name=${name}`);
    const attachment = attachments.find(({ criterion_name }) => criterion_name === name);
    const run = runs.find((one) => one.find_moments_config.criterion_hash === attachment?.criterion_hash);
    ended.push([kind, run?.status, moments.length > 0]);
    expect(
      moments.flatMap((moment) => inventedIn(moment, film)),
      kind,
    ).toEqual([]);
    expect([run?.error !== undefined, attachment?.backfill_status], kind).toEqual(
      run?.status === 'failed' ? [true, 'completed_with_failures'] : [false, 'completed'],
    );
  }
  expect(ended).toEqual(KINDS.map((kind) => [kind, MISBEHAVIOURS[kind].ends, MISBEHAVIOURS[kind].keeps]));
});

it('computes no vectors, which a language model does not read', () => {
  expect(encode).not.toHaveBeenCalled();
});
