import { randomUUID } from 'node:crypto';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import {
  indexCollectionFile,
  wordsOfCollectionFile,
} from '../../../src/service/search/documents/documents.ts';
import { toJson } from '../../../src/service/store/sql/json.ts';
import type { SceneTextLine, SpeechLine } from '../../../src/service/understanding/index.ts';
import type { ModalityReport } from '../../../src/service/understanding/modalities/modalities-result.ts';
import type { TestService } from '../../support/service.ts';

/** A file to add to a test collection, as if it had been processed. */
export interface Film {
  filename: string;
  speech?: (Omit<SpeechLine, 'end'> & { end?: number })[];
  scene_text?: { text: string; time: number; end?: number }[];
  /** Windows in seconds; default: consecutive ones of 20 s over a minute. */
  windows?: [number, number][];
  metadata?: Record<string, unknown>;
  video_info?: Record<string, unknown>;
  bytes?: number;
  /** How its speech came out; default: as subtitles. */
  heard?: Pick<ModalityReport, 'madeBy' | 'gaps' | 'reason'> & { doubtful?: SpeechLine[] };
}

export interface Added {
  file_id: string;
  segment_ids: string[];
}

/** Creates a collection through the API. */
export async function makeCollection(
  service: TestService,
  name: string,
  type = 'media-descriptions',
): Promise<string> {
  const { status, body } = await service.call('POST', '/collections', { name, collection_type: type });
  if (status !== 200) throw new Error(body.error);
  return body.id;
}

/** Adds an analysed film to a collection: rows and index as processing leaves them. */
export async function addFilm(
  service: TestService,
  collectionId: string,
  film: Film,
  fileId?: string,
): Promise<Added> {
  const { db } = service.context;
  const account_id = await localAccount(db, 1);
  const file_id = fileId ?? randomUUID();
  const segmentation_id = randomUUID();
  const windows = film.windows ?? [
    [0, 20],
    [20, 40],
    [40, 60],
  ];
  const segments = windows.map(([start, end]) => ({ id: randomUUID(), start, end }));
  const shared = { account_id, file_id };
  const { collection_type } = await db
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', collectionId)
    .executeTakeFirstOrThrow();
  const file = {
    id: file_id,
    filename: film.filename,
    metadata: toJson(film.metadata),
    source_metadata: null,
  };
  const lines = {
    speech: speechOf(film),
    scene_text: sceneTextOf(film),
    visual_scene_description: [],
    audio_description: [],
  };
  const { doubtful, ...heard } = film.heard ?? { madeBy: { provider: 'sidecar', settings: {} } };
  const reports = [
    { modality: 'speech' as const, notes: [], ...heard },
    {
      modality: 'scene_text' as const,
      madeBy: { provider: 'tesseract.js', settings: { version: '7' } },
      notes: [],
    },
  ];
  const result = { lines, reports, ...(doubtful && { doubtful }) };
  const toIndex = { account_id, collection_id: collectionId, collection_type, file, segmentation_id, result };
  const words = await wordsOfCollectionFile(service.context, toIndex);
  await db.transaction().execute(async (trx) => {
    if (fileId === undefined) {
      await trx
        .insertInto('files')
        .values({ ...fileRow(film), id: file_id, account_id })
        .execute();
    }
    const segmentation = {
      ...shared,
      id: segmentation_id,
      status: 'completed' as const,
      config: '{"strategy":"uniform"}',
      created_at: 1,
    };
    await trx.insertInto('segmentations').values(segmentation).execute();
    await trx
      .insertInto('segments')
      .values(
        segments.map(({ id, start, end }, position) => ({
          ...shared,
          id,
          segmentation_id,
          position,
          start_time: start,
          end_time: end,
        })),
      )
      .execute();
    await trx
      .insertInto('collection_files')
      .values({
        ...shared,
        collection_id: collectionId,
        added_at: Date.now(),
        status: 'completed',
        searchable_status: 'completed',
        segmentation_id,
      })
      .execute();
    await indexCollectionFile(trx, randomUUID, { ...toIndex, segments }, words);
  });
  return { file_id, segment_ids: segments.map(({ id }) => id) };
}

function fileRow(film: Film) {
  return {
    status: 'completed' as const,
    created_at: Date.now(),
    filename: film.filename,
    source: 'upload',
    media_type: 'video' as const,
    bytes: film.bytes ?? 1000,
    metadata: toJson(film.metadata),
    video_info: toJson(film.video_info),
  };
}

function speechOf({ speech = [] }: Film): SpeechLine[] {
  return speech.map((line) => ({ ...line, end: line.end ?? line.start + 2 }));
}

function sceneTextOf({ scene_text = [] }: Film): SceneTextLine[] {
  return scene_text.map(({ text, time, end }) => ({ text, time, start: time, end: end ?? time, words: [] }));
}
