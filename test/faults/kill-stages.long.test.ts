import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { until } from '../service/jobs/support.ts';
import { needs } from '../support/programs.ts';
import { seeded } from '../support/seeded.ts';
import { filmCopies } from './support/ffmpeg-film.ts';
import { expectNothingLeft, haveEnded, openSiege, unfinished } from './support/siege.ts';

/** Number of kills: one in each stage. The seed decides how long after its start. */
const ROUNDS = Number(process.env.VAU_KILLS ?? 10);
const SEED = 1862;

/** The log message at the start of each stage; two stages after another are those of one file, in different jobs. */
const STAGES = [
  ...['measuring', 'analysing speech'],
  ...['detecting shots', 'analysing scene text'],
  ...['cutting into', 'analysing visual scene description'],
  ...['analysed', 'extracting frames'],
  ...['extracting entities', 'detecting faces'],
];
/** Stages of jobs outside the collection. */
const BESIDE: Readonly<Record<string, string>> = {
  'extracting frames': 'frames',
  'detecting faces': 'face-detect',
};
/** Frames, enough of them for a kill to come in the middle; looking for faces takes far longer for each. */
const framesAt = (frames_per_second: number) => ({
  strategy: 'uniform',
  uniform_config: { frames_per_second, max_width: 64 },
});
/** Speech in the films for entity extraction. */
const SAID = '1\n00:00:01,000 --> 00:00:03,000\nMaria Lopez from Acme Corporation visited Berlin.\n';
/** A kill comes within this many milliseconds of the stage's start. */
const WITHIN_MS = 250;

const siege = await openSiege();
const { home, store } = siege;
const log: string[] = [];
const start = () => siege.start((line) => void log.push(line));
const post = (where: string, body: FormData | object) => siege.call('POST', where, body);

/** Kills the service, and in every other round its workers too: in the next turn of the stages, in the others. */
async function kill(round: number): Promise<void> {
  const workers = await siege.kill((round + Math.floor(round / STAGES.length)) % 2 === 1);
  await until(() => haveEnded(workers), 'the end of the workers');
}

const open = () =>
  unfinished(store, [
    ...(['files', 'segmentations', 'collection_files'] as const),
    ...(['extractions', 'frame_extractions', 'face_detections'] as const),
  ]);

describe('a service that is killed in the middle of each stage', () => {
  needs('ffmpeg')(
    'finishes every file, repeats no finished analysis, and leaves nothing behind',
    { timeout: 1_200_000 },
    async () => {
      const film = await filmCopies(home.folder);
      const chance = seeded(SEED);
      await start();
      const made = { name: 'all', collection_type: 'media-descriptions' };
      const { id: described } = await post('/collections', made);
      const extract_config = { prompt: 'people', enable_video_level_entities: true };
      const { id: entities } = await post('/collections', {
        name: 'entities',
        collection_type: 'entities',
        extract_config,
      });
      const ids: string[] = [];
      const upload = async (round: number, extracts: boolean) => {
        const form = new FormData();
        if (extracts) form.set('subtitles', new Blob([SAID]), 'said.srt');
        form.set('file', film(round), `${round}.mp4`);
        const { id = '', uri = '' } = await post('/files', form);
        ids.push(id);
        const segmentation_config = { strategy: 'shot-detector' };
        const collection = extracts ? entities : described;
        await post(`/collections/${collection}/media`, { file_id: id, segmentation_config });
        if (extracts) await post('/extract', { url: uri, ...extract_config });
      };
      let from = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const stage = STAGES[round % STAGES.length] ?? '';
        if (round % 2 === 0) await upload(round, stage === 'extracting entities');
        const [file_id = ''] = ids.slice(-1);
        if (BESIDE[stage] === 'frames') await post(`/files/${file_id}/frames`, framesAt(5));
        if (BESIDE[stage] === 'face-detect')
          await post('/face-detect', { url: `vau://files/${file_id}`, frame_extraction_config: framesAt(2) });
        await until(() => log.slice(from).some((line) => line.includes(` ${stage}`)), stage);
        await sleep(chance.below(WITHIN_MS));
        await kill(round);
        from = log.length;
        await start();
      }
      await until(async () => (await open()) === 0, 'the end of all work', 240_000);
      await expectAllEnded(ids);
      await expectEntitiesOnce();
      await expectFramesOnce();
      expectNothingTwice();
      await expectNothingLeft(siege, ids);
      await expectNoPieces();
    },
  );
});

async function expectAllEnded(ids: readonly string[]): Promise<void> {
  const files = await store.db.selectFrom('files').select(['id', 'status', 'error']).execute();
  expect(files.map((file) => file.id).sort()).toEqual([...ids].sort());
  const members = await store.db.selectFrom('collection_files').select(['status', 'error']).execute();
  expect(members).toHaveLength(ids.length);
  const rows = [...files, ...members];
  // A kill is not the file's fault, however often it is hit.
  expect(rows.filter(({ status }) => status !== 'completed')).toEqual([]);
  const events = await store.db.selectFrom('events').select(['event_type', 'payload']).execute();
  const ended = events.filter(({ event_type }) =>
    /^collection\.file\.job\.(completed|failed)$/.test(event_type),
  );
  expect(ended.map(({ payload }) => JSON.parse(payload).file_id).sort()).toEqual([...ids].sort());
}

/** Whatever was interrupted, there is one row for the file, one per segment, and one event for each job's end. */
async function expectEntitiesOnce(): Promise<void> {
  const owners = await store.db
    .selectFrom('entities')
    .select(['extraction_id', 'collection_id', 'file_id', 'position'])
    .execute();
  const names = owners.map((row) => Object.values(row).join(' '));
  expect(new Set(names).size).toBe(names.length);
  const jobs = await store.db.selectFrom('extractions').select(['id', 'status']).execute();
  const done = jobs.filter(({ status }) => status === 'completed').map(({ id }) => id);
  expect(done.length).toBeGreaterThan(0);
  const rows = owners.filter(({ position, extraction_id }) => position === null && extraction_id !== null);
  expect(rows.map(({ extraction_id }) => extraction_id).sort()).toEqual(done.sort());
  const documents = await store.db
    .selectFrom('documents')
    .select('entities')
    .where('entities', '!=', '')
    .execute();
  expect(documents.length).toBeGreaterThan(0);
  const events = await store.db.selectFrom('events').select(['event_type', 'payload']).execute();
  const ended = events.filter(({ event_type }) => /^extract\.job\.(completed|failed)$/.test(event_type));
  expect(ended.map(({ payload }) => JSON.parse(payload).job_id).sort()).toEqual(
    jobs.map(({ id }) => id).sort(),
  );
}

/** Every frame of a finished extraction has one row and one picture, and there are no other pictures. */
async function expectFramesOnce(): Promise<void> {
  const extractions = await store.db.selectFrom('frame_extractions').selectAll().execute();
  expect(extractions.filter(({ status }) => status === 'completed').length).toBeGreaterThan(0);
  const root = path.join(home.dataFolder, 'objects', 'frames');
  expect((await readdir(root)).sort()).toEqual(extractions.map(({ id }) => id).sort());
  for (const { id, status, frame_count } of extractions) {
    if (status !== 'completed') continue;
    const rows = await store.db
      .selectFrom('thumbnails')
      .select('object_key')
      .where('frame_extraction_id', '=', id)
      .execute();
    expect(rows).toHaveLength(frame_count ?? -1);
    const pictures = await readdir(path.join(root, id));
    expect(pictures.map((name) => `frames/${id}/${name}`).sort()).toEqual(
      rows.map((row) => row.object_key).sort(),
    );
  }
}

/** A modality is logged as analysed once its result is stored. */
function expectNothingTwice(): void {
  const counts = new Map<string, number>();
  for (const line of log) {
    // Where nothing can hear there is no result to store.
    if (line.includes(' provider=none ')) continue;
    const [, file, modality] = / analysed .*file_id=(\S+).* modality=(\S+) .*known=false/.exec(line) ?? [];
    if (modality) counts.set(`${file} ${modality}`, (counts.get(`${file} ${modality}`) ?? 0) + 1);
  }
  // A kill between storing and logging loses a line.
  expect(counts.size).toBeGreaterThan(ROUNDS / 2);
  expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
}

/** Results of parts of a film are deleted with the last one. */
async function expectNoPieces(): Promise<void> {
  const pieces = await store.db
    .selectFrom('analysis_results')
    .select('analysis')
    .where('analysis', 'like', '%:piece')
    .execute();
  expect(pieces).toEqual([]);
}
