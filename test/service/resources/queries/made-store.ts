/** Two accounts with rows whose sums can be counted by hand. Everything of the second one says zanzibar. */
import { createAccount, localAccount } from '../../../../src/service/accounts/accounts.ts';
import { createToken } from '../../../../src/service/accounts/tokens.ts';
import { noteDeletion } from '../../../../src/service/store/sql/deletions.ts';
import type { Db, Trx } from '../../../../src/service/store/sql/schema.ts';

/** An id that ends in a number. */
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const files = { keynote: idOf(1), call: idOf(2), lonely: idOf(3), broken: idOf(4), gone: idOf(5) };
export const collections = {
  talks: idOf(11),
  calls: idOf(12),
  names: idOf(13),
  promises: idOf(14),
  foreign: idOf(19),
};
const foreignFile = idOf(9);
/** 1 January 2026. */
const NEW_YEAR = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
const WORD = 'zanzibar';

const media = (fields: object) => JSON.stringify(fields);

/** Fills a new store. @returns the token of the second account */
export async function makeStore(db: Db): Promise<string> {
  const mine = await localAccount(db, NEW_YEAR);
  const other = await createAccount(db, WORD, 100, NEW_YEAR);
  await db.transaction().execute(async (trx) => {
    await addFiles(trx, mine);
    await addCollections(trx, mine);
    await addLines(trx, mine);
    await addSegments(trx, mine);
    await addEntities(trx, mine);
    await addMoments(trx, mine);
    await addForeign(trx, other);
    await noteDeletion(trx, files.gone, NEW_YEAR);
  });
  return (await createToken(db, other, 'test', NEW_YEAR)).token;
}

async function addFiles(trx: Trx, account_id: string): Promise<void> {
  const shared = { account_id, status: 'completed' as const, source: 'upload', content_hash: null };
  const film = (seconds: number, width: number) =>
    media({
      duration_seconds: seconds,
      width,
      height: 1080,
      frame_rate: 29.97,
      has_audio: true,
      format: 'mp4',
    });
  await trx
    .insertInto('files')
    .values([
      {
        ...{
          ...shared,
          id: files.keynote,
          filename: 'keynote.mp4',
          bytes: 5_000_000_000,
          created_at: NEW_YEAR,
        },
        ...{ media_type: 'video', media_info: film(120.5, 1920) },
        metadata: '{"team":"sales","number":9007199254740993,"tags":["a","b"]}',
      },
      {
        ...{ ...shared, id: files.call, filename: 'call.mp3', bytes: 1000, created_at: NEW_YEAR + DAY + 5 },
        media_type: 'audio',
        media_info: media({ duration_seconds: 60, has_audio: true, format: 'mp3' }),
      },
      {
        ...{
          ...shared,
          id: files.lonely,
          filename: "o'lonely.png",
          bytes: 10,
          created_at: NEW_YEAR + 40 * DAY,
        },
        media_type: 'image',
        media_info: media({ width: 640, height: 480, has_audio: false, format: 'png' }),
      },
      {
        ...{ ...shared, id: files.broken, filename: 'broken.mp4', bytes: 20, created_at: NEW_YEAR + DAY },
        ...{ media_type: 'video', media_info: film(10, 640) },
      },
      {
        ...{ ...shared, id: files.gone, filename: 'gone.mp4', bytes: 30, created_at: NEW_YEAR },
        ...{ media_type: 'video', media_info: film(10, 640) },
      },
    ])
    .execute();
}

async function addCollections(trx: Trx, account_id: string): Promise<void> {
  const { talks, calls, names, promises } = collections;
  const types = {
    media: 'media-descriptions',
    rich: 'rich-transcripts',
    entities: 'entities',
    moments: 'moments',
  };
  await trx
    .insertInto('collections')
    .values([
      { id: talks, account_id, name: 'Talks', collection_type: types.media, created_at: NEW_YEAR },
      { id: calls, account_id, name: 'Calls', collection_type: types.rich, created_at: NEW_YEAR + DAY },
      { id: names, account_id, name: 'Names', collection_type: types.entities, created_at: NEW_YEAR },
      { id: promises, account_id, name: 'Promises', collection_type: types.moments, created_at: NEW_YEAR },
    ])
    .execute();
  const inside = (collection_id: string, file_id: string, more: object = {}) => ({
    ...{ collection_id, file_id, account_id, added_at: NEW_YEAR + 2 * DAY, status: 'completed' as const },
    ...more,
  });
  await trx
    .insertInto('collection_files')
    .values([
      inside(talks, files.keynote, { searchable_status: 'completed' }),
      inside(talks, files.broken, { status: 'failed', error: 'It has no frames.' }),
      inside(talks, files.gone),
      inside(calls, files.call),
      inside(calls, files.keynote),
      inside(names, files.keynote),
      inside(promises, files.keynote),
      inside(promises, files.call),
    ])
    .execute();
}

type Said = readonly [start: number, end: number, speaker: string | null, text: string, sure?: number];

function line(trx: Trx, account_id: string, of: string, modality: string, lines: readonly Said[]) {
  const [collection_id = '', file_id = ''] = of.split(' ');
  return trx
    .insertInto('modality_lines')
    .values(
      lines.map(([start_time, end_time, speaker, text, confidence = null], position) => ({
        ...{ collection_id, file_id, account_id, modality, position },
        ...{ start_time, end_time, speaker, text, confidence },
      })),
    )
    .execute();
}

async function addLines(trx: Trx, account_id: string): Promise<void> {
  const { talks, calls, names } = collections;
  const promise: Said = [0, 4, 'Ada', 'I promise to ship it', 0.9];
  await line(trx, account_id, `${talks} ${files.keynote}`, 'speech', [
    promise,
    [4, 6, 'Ben', 'When?', 0.8],
    [6, 12.5, 'Ada', 'On Monday, I promise', 0.95],
    [12.5, 13, null, '=applause'],
  ]);
  await line(trx, account_id, `${calls} ${files.keynote}`, 'speech', [promise]);
  await line(trx, account_id, `${calls} ${files.call}`, 'speech', [
    // Lines are in order of time, whatever their position.
    [10, 30, 'Cy', 'The budget is 1,000', 0.7],
    [0, 10, 'Ben', 'Grüezi 👋', 0.6],
  ]);
  await line(trx, account_id, `${talks} ${files.keynote}`, 'scene_text', [
    [1, 3, null, 'WELCOME'],
    [5, 8, null, 'Q3 budget'],
  ]);
  await line(trx, account_id, `${talks} ${files.keynote}`, 'visual_scene_description', [
    [0, 6, null, 'A person at a desk.'],
    [6, 12, null, 'A chart.'],
  ]);
  // None of these is shown: of a file that failed, of a deleted one, of a collection whose type shows no speech.
  await line(trx, account_id, `${talks} ${files.broken}`, 'speech', [[0, 1, 'Hidden', 'hidden']]);
  await line(trx, account_id, `${talks} ${files.gone}`, 'speech', [[0, 1, 'Hidden', 'hidden']]);
  await line(trx, account_id, `${names} ${files.keynote}`, 'speech', [[0, 1, 'Hidden', 'hidden']]);
}

async function addSegments(trx: Trx, account_id: string): Promise<void> {
  const cut = async (number: number, of: string, config: object, parts: readonly (string | null)[]) => {
    const [collection_id = '', file_id = ''] = of.split(' ');
    const id = idOf(number);
    const shared = { account_id, file_id };
    await trx
      .insertInto('segmentations')
      .values({ ...shared, id, status: 'completed', config: JSON.stringify(config), created_at: NEW_YEAR })
      .execute();
    const segments = parts.map((description, position) => ({
      ...{ ...shared, id: idOf(number * 10 + position), segmentation_id: id, position, description },
      ...{ start_time: position * 30, end_time: position * 30 + 30 },
    }));
    await trx.insertInto('segments').values(segments).execute();
    await trx
      .updateTable('collection_files')
      .set({ segmentation_id: id })
      .where('collection_id', '=', collection_id)
      .where('file_id', '=', file_id)
      .execute();
  };
  const { talks, calls } = collections;
  await cut(21, `${talks} ${files.keynote}`, { strategy: 'uniform' }, [null, null, null, null]);
  await cut(22, `${calls} ${files.call}`, { strategy: 'narrative' }, ['Greetings', null]);
  await trx
    .insertInto('tags')
    .values([
      {
        id: idOf(31),
        file_id: files.keynote,
        label: 'speaker',
        value: 'Ada',
        type: 'file',
        ...tagged(account_id),
      },
      {
        id: idOf(32),
        file_id: files.call,
        label: 'speaker',
        value: 'Cy',
        type: 'file',
        ...tagged(account_id),
      },
      {
        ...{ id: idOf(33), file_id: files.keynote, segment_id: idOf(211), type: 'segment' as const },
        ...{ label: 'topic', value: 'budget', ...tagged(account_id) },
      },
    ])
    .execute();
}

const tagged = (account_id: string) => ({ account_id, created_at: NEW_YEAR });

async function addEntities(trx: Trx, account_id: string): Promise<void> {
  const own = { account_id, collection_id: collections.names, file_id: files.keynote, warnings: '[]' };
  await trx
    .insertInto('entities')
    .values([
      {
        ...own,
        entities: '{"people":[{"name":"Ada"},{"name":"Ben"}],"budget":1000,"sure":true,"missing":null}',
        evidence: JSON.stringify([
          {
            path: 'people[0].name',
            source: 'speech',
            quote: 'I am Ada',
            start_time: 1,
            end_time: 2,
            confidence: 0.6,
          },
        ]),
      },
      {
        ...{ ...own, position: 0, start_time: 0, end_time: 30, evidence: '[]' },
        entities: '{"people":[{"name":"Ada"}]}',
      },
    ])
    .execute();
}

async function addMoments(trx: Trx, account_id: string): Promise<void> {
  const collection_id = collections.promises;
  const scoring = { key: 'weight', min: 0, max: 10 };
  const attach = async (number: number, name: string, criterion: object) => {
    const id = idOf(number);
    const text = JSON.stringify({ name, instructions: 'Any', ...criterion });
    await trx
      .insertInto('moment_attachments')
      .values({
        ...{ id, account_id, collection_id, criterion_name: name, criterion_hash: name, criterion: text },
        ...{ options: '{}', run_key: name, status: 'completed', created_at: NEW_YEAR },
      })
      .execute();
    return { attachment_id: id, criterion_name: name, criterion: text };
  };
  const run = async (number: number, file_id: string, of: Awaited<ReturnType<typeof attach>>) => {
    const id = idOf(number);
    const { criterion_name, criterion } = of;
    await trx
      .insertInto('find_moments_runs')
      .values({
        ...{ id, account_id, file_id, url: `vau://files/${file_id}`, status: 'completed' },
        ...{
          criterion_name,
          criterion_hash: criterion_name,
          criterion,
          options: '{}',
          run_key: criterion_name,
        },
        ...{
          heard: 0,
          engine_version: 1,
          engine: 'x',
          judged_by: 'ranking',
          requested: 0,
          created_at: NEW_YEAR,
        },
      })
      .execute();
    return { run_id: id, file_id, ...of };
  };
  type Run = Awaited<ReturnType<typeof run>>;
  const moment = async (number: number, of: Run, start_time: number, score: number | null, body: object) => {
    const id = idOf(number);
    const rank_score = (score ?? 5) / 10;
    const place = { account_id, run_id: of.run_id, file_id: of.file_id, start_time };
    const scores = { rank_score, score, merit: score ?? rank_score, lower_is_better: 0 as const };
    await trx
      .insertInto('moments')
      .values({ ...place, ...scores, id, end_time: start_time + 5, body: JSON.stringify(body) })
      .execute();
    const { attachment_id, criterion_name } = of;
    await trx
      .insertInto('collection_moments')
      .values({ ...place, ...scores, moment_id: id, attachment_id, collection_id, criterion_name })
      .execute();
  };
  const promise = await attach(41, 'promise', { scoring });
  const complaint = await attach(42, 'complaint', {});
  const first = await run(51, files.keynote, promise);
  const body = { title: 'Ships', reason: 'She says so.', speakers: ['Ada'], anchors: {}, evidence: [] };
  await moment(61, first, 0, 8, { ...body, properties: { due: 'Monday' } });
  await moment(62, first, 6, 3, { ...body, title: 'Monday' });
  const second = await run(52, files.call, complaint);
  await moment(63, second, 10, null, { ...body, title: 'Money', speakers: ['Cy'] });
  const { run_id, file_id, attachment_id, criterion_name } = await run(53, files.call, promise);
  const finding = { id: idOf(71), account_id, run_id, file_id, kind: 'absence' as const };
  const said = JSON.stringify({ reason: 'Nobody promises.', properties: { looked: true } });
  await trx
    .insertInto('findings')
    .values({ ...finding, body: said })
    .execute();
  await trx
    .insertInto('collection_findings')
    .values({
      ...{ finding_id: finding.id, account_id, run_id, file_id, kind: 'absence' },
      ...{ attachment_id, criterion_name, collection_id },
    })
    .execute();
}

async function addForeign(trx: Trx, account_id: string): Promise<void> {
  const id = collections.foreign;
  await trx
    .insertInto('files')
    .values({
      ...{ id: foreignFile, account_id, status: 'completed', filename: `${WORD}.mp4`, source: 'upload' },
      ...{ created_at: NEW_YEAR, bytes: 1, metadata: JSON.stringify({ word: WORD }) },
    })
    .execute();
  await trx
    .insertInto('collections')
    .values({ id, account_id, name: WORD, collection_type: 'media-descriptions', created_at: NEW_YEAR })
    .execute();
  await trx
    .insertInto('collection_files')
    .values({ collection_id: id, file_id: foreignFile, account_id, added_at: NEW_YEAR, status: 'completed' })
    .execute();
  await line(trx, account_id, `${id} ${foreignFile}`, 'speech', [[0, 1, WORD, WORD]]);
  await trx
    .insertInto('tags')
    .values({
      id: idOf(39),
      file_id: foreignFile,
      label: WORD,
      value: WORD,
      type: 'file',
      ...tagged(account_id),
    })
    .execute();
}
