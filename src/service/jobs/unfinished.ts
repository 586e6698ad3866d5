import { sql } from 'kysely';
import type { ServiceContext } from '../context/context.ts';
import { type JobKind, type JobPayloads, jobKey } from '../queue/queue.ts';
import type { Db } from '../store/schema.ts';

const unfinished = ['pending', 'processing'] as const;

/**
 * How the rows of each kind of work that could go on are found; their columns are the job's payload. What waits for
 * its file or segmentation is started when that ends, and needs no job before.
 */
const sources = {
  'file.process': (db: Db) =>
    db.selectFrom('files').select('id as file_id').where('status', 'in', unfinished),
  'segmentation.process': (db: Db) =>
    db
      .selectFrom('segmentations')
      .innerJoin('files', 'files.id', 'segmentations.file_id')
      .select('segmentations.id as segmentation_id')
      .where('segmentations.status', 'in', unfinished)
      .where('files.status', 'not in', unfinished),
  'member.process': (db: Db) =>
    db
      .selectFrom('collection_files as entry')
      .innerJoin('files', 'files.id', 'entry.file_id')
      .leftJoin('segmentations', 'segmentations.id', 'entry.segmentation_id')
      .select(['entry.collection_id', 'entry.file_id'])
      .where('entry.status', 'in', unfinished)
      .where('files.status', 'not in', unfinished)
      .where((row) =>
        row.or([row('segmentations.id', 'is', null), row('segmentations.status', 'not in', unfinished)]),
      ),
  'describe.run': (db: Db) =>
    db
      .selectFrom('describes')
      .innerJoin('files', 'files.id', 'describes.file_id')
      .leftJoin('segmentations', 'segmentations.id', 'describes.segmentation_id')
      .select('describes.id as describe_id')
      .where('describes.status', 'in', unfinished)
      .where('files.status', 'not in', unfinished)
      .where((row) =>
        row.or([row('segmentations.id', 'is', null), row('segmentations.status', 'not in', unfinished)]),
      ),
  'extract.run': (db: Db) =>
    db
      .selectFrom('extractions')
      .innerJoin('files', 'files.id', 'extractions.file_id')
      .leftJoin('segmentations', 'segmentations.id', 'extractions.segmentation_id')
      .select('extractions.id as extraction_id')
      .where('extractions.status', 'in', unfinished)
      .where('files.status', 'not in', unfinished)
      .where((row) =>
        row.or([row('segmentations.id', 'is', null), row('segmentations.status', 'not in', unfinished)]),
      ),
  'frames.extract': (db: Db) =>
    db
      .selectFrom('frame_extractions')
      .innerJoin('files', 'files.id', 'frame_extractions.file_id')
      .select('frame_extractions.id as frame_extraction_id')
      .where('frame_extractions.status', 'in', unfinished)
      .where('files.status', 'not in', unfinished),
  'face-detect.run': (db: Db) =>
    db
      .selectFrom('face_detections as detection')
      .leftJoin('frame_extractions as frames', 'frames.id', 'detection.frame_extraction_id')
      .select('detection.id as face_detection_id')
      .where('detection.status', 'in', unfinished)
      .where((row) => row.or([row('frames.id', 'is', null), row('frames.status', 'not in', unfinished)])),
  'face-match.run': (db: Db) =>
    db
      .selectFrom('face_matches as match')
      .leftJoin('face_detections as faces', 'faces.id', 'match.face_detection_id')
      .select('match.id as face_match_id')
      .where('match.status', 'in', unfinished)
      .where((row) => row.or([row('faces.id', 'is', null), row('faces.status', 'not in', unfinished)])),
  'deep-search.run': (db: Db) =>
    db
      .selectFrom('deep_searches')
      .select('id as deep_search_id')
      .where('status', '=', 'in_progress')
      .where('background', '=', 1),
  'share.package': (db: Db) =>
    db.selectFrom('shares').select('id as share_id').where('status', 'in', unfinished),
};

type Source = keyof typeof sources;

/** Gives every unfinished row that has no job one; gives how many. A row that is finished by now costs a look. */
export async function requeueUnfinished(context: ServiceContext): Promise<number> {
  const keys = await liveKeys(context.db);
  let added = 0;
  for (const kind of Object.keys(sources) as Source[])
    for (const payload of await sources[kind](context.db).execute())
      if (!keys.has(jobKey(kind, payload as JobPayloads[Source]))) {
        await requeue(context, kind, payload as JobPayloads[Source]);
        added += 1;
      }
  return added;
}

async function liveKeys(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('jobs').select(sql<string>`dedupe_key`.as('key')).execute();
  return new Set(rows.map((row) => row.key));
}

async function requeue<K extends JobKind>(
  context: ServiceContext,
  kind: K,
  payload: JobPayloads[K],
): Promise<void> {
  context.log.warn('unfinished and without a job; it goes on', { kind, ...payload });
  await context.db.transaction().execute((trx) => context.queue.enqueue(trx, kind, payload));
}
