/** What must hold in a store at rest, whatever happened before: it is sound, its counters are its rows, its money adds up. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../support/watch.ts';
import type { History } from './history.ts';
import type { Row, Rows } from './rows.ts';

/** Reasons for which a job may fail that was disturbed again and again: they name the machine, not the file. */
const DISTURBED =
  /workers that ran it died|was tried \d+ times|failed after \d+ attempts|was killed|was ended|was disturbed/;

/** The service looks for what dead processes left every 30 seconds; it is waited for in milliseconds. */
const TIDIES_MS = 120_000;

/** Checks the rows. @returns what does not hold, in words */
export function checkRows({ all }: Rows): string[] {
  return [
    ...all('pragma integrity_check').flatMap(({ integrity_check: said }) =>
      said === 'ok' ? [] : [`the database is damaged: ${said}`],
    ),
    ...all('pragma foreign_key_check').map((row) => `a row refers to nothing: ${JSON.stringify(row)}`),
    ...checkEnds({ all }),
    ...checkCounters({ all }),
    ...checkMoney({ all }),
  ];
}

/** How many rows failed because what worked on them was killed too often. */
export function failedByKills({ all }: Pick<Rows, 'all'>): number {
  return ENDED.reduce(
    (sum, table) => sum + all(`select error from ${table} where status = 'failed'`).length,
    0,
  );
}

const ENDED = [
  'files',
  'collection_files',
  'segmentations',
  'frame_extractions',
  'shares',
  'find_moments_runs',
];

/** Whatever failed names a reason that is not its own. */
function checkEnds({ all }: Pick<Rows, 'all'>): string[] {
  return ENDED.flatMap((table) =>
    all(`select error from ${table} where status = 'failed'`).flatMap(({ error }) =>
      DISTURBED.test(String(error)) && !/no such file/.test(String(error))
        ? []
        : [`a row of ${table} failed: ${error}`],
    ),
  );
}

/** Numbers that are kept beside the rows that they count: a query for each, which gives those that differ. */
const COUNTERS: Readonly<Record<string, string>> = {
  'moments of a run': `select id, total_moments as said, (select count(*) from moments where run_id = r.id) as counted
    from find_moments_runs r where status = 'completed'`,
  'frames of an extraction': `select id, frame_count as said,
    (select count(*) from thumbnails where frame_extraction_id = e.id) as counted
    from frame_extractions e where status = 'completed'`,
  'moments in the lists of collections': `select m.id, count(cm.moment_id) as said, 1 as counted from collection_moments cm
    left join moments m on m.id = cm.moment_id group by cm.attachment_id, cm.moment_id`,
  'ends of a file': `select f.id, 1 as said, (select count(*) from events
    where event_type in ('file.job.completed', 'file.job.failed') and json_extract(payload, '$.id') = f.id) as counted
    from files f where status in ('completed', 'failed')`,
  'ends of a segmentation': `select s.id, 1 as said, (select count(*) from events
    where event_type in ('segment.job.completed', 'segment.job.failed')
    and json_extract(payload, '$.segmentation_id') = s.id) as counted
    from segmentations s where status in ('completed', 'failed')
    and not exists (select 1 from collection_files c where c.segmentation_id = s.id)`,
  'ends of a file in a collection': `select c.collection_id || ' ' || c.file_id as id, 1 as said,
    (select count(*) from events where event_type in ('collection.file.job.completed', 'collection.file.job.failed')
    and json_extract(payload, '$.collection_id') = c.collection_id
    and json_extract(payload, '$.file_id') = c.file_id) as counted
    from collection_files c where status in ('completed', 'failed')`,
  'runs of a criterion over a file': `select file_id || ' ' || run_key as id, 1 as said, count(*) as counted
    from find_moments_runs where status = 'completed' group by file_id, run_key, engine, heard`,
};

function checkCounters({ all }: Pick<Rows, 'all'>): string[] {
  return Object.entries(COUNTERS).flatMap(([name, sql]) =>
    all(sql).flatMap(({ id, said, counted }) =>
      said === counted ? [] : [`${name} ${id}: ${said} in the counter, ${counted} rows`],
    ),
  );
}

/** The balance is the sum of the ledger; a run is paid for once, and exactly if it was completed. */
function checkMoney({ all }: Pick<Rows, 'all'>): string[] {
  const wrong = all(`select a.id, balance_micros as said,
    (select coalesce(sum(amount_micros), 0) from ledger where account_id = a.id) as counted from accounts a`)
    .filter(({ said, counted }) => said !== counted)
    .map(({ said, counted }) => `the balance is ${said}, the sum of the ledger ${counted}`);
  const twice = all(`select subject, kind, count(*) as times from ledger where kind in ('charge', 'refund')
    group by subject, kind having count(*) > 1`).map((row) => `an entry came twice: ${JSON.stringify(row)}`);
  const paid = all(`select r.id, r.status, coalesce(r.cost_micros, 0) as cost,
    -(select coalesce(sum(amount_micros), 0) from ledger where subject = r.id) as paid from find_moments_runs r`)
    .filter((row: Row) => {
      const amount = Number(row.paid);
      return amount !== row.cost || (row.status === 'completed' ? amount <= 0 : amount !== 0);
    })
    .map((row) => `a run was not paid for as it ended: ${JSON.stringify(row)}`);
  return [...wrong, ...twice, ...paid];
}

/**
 * No object without its row, and no temporary file of a process that has ended. Of an upload that was cut off before its row
 * was written, the original may be there: a sweep moves it aside after a day.
 */
export async function checkFolder(rows: Rows, dataDir: string, { files }: History): Promise<string[]> {
  const unanswered = new Set(files.filter(({ fate }) => fate === 'sent').map(({ medium }) => medium.sha256));
  const look = async () => [
    ...(await lostObjects(rows, dataDir, unanswered)),
    ...(await leftBehind(dataDir)),
  ];
  // The service removes them when it looks whether a worker has died, or when no lost worker can be at work any more.
  for (const end = Date.now() + TIDIES_MS; (await look()).length > 0 && Date.now() < end; ) await sleep(200);
  return look();
}

async function lostObjects(
  { all }: Rows,
  dataDir: string,
  unanswered: ReadonlySet<string>,
): Promise<string[]> {
  const lost: string[] = [];
  for (const [folder, table] of Object.entries(FOLDERS)) {
    const known = new Set(all(`select id from ${table}`).map(({ id }) => id));
    for (const id of await namesIn(path.join(dataDir, 'objects', folder))) {
      if (known.has(id)) continue;
      // A kill may fall between the making of a folder and what is moved into it.
      if ((await namesIn(path.join(dataDir, 'objects', folder, id))).length === 0) continue;
      const at = path.join(dataDir, 'objects', folder, id, 'original');
      const original = await readFile(at).catch(() => undefined);
      const hash = original && createHash('sha256').update(original).digest('hex');
      if (hash === undefined || !unanswered.has(hash)) lost.push(`objects/${folder}/${id} has no row`);
    }
  }
  return lost;
}

async function leftBehind(dataDir: string): Promise<string[]> {
  return (await readdir(path.join(dataDir, 'tmp')))
    .filter((name) => !isRunning(Number(name.split('-')[0])))
    .map((name) => `tmp/${name} was left by a process that has ended`);
}

/** None where the folder is not there, or was deleted meanwhile. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** The folders of objects, and the tables whose ids they have. */
const FOLDERS = {
  files: 'files',
  segmentations: 'segmentations',
  frames: 'frame_extractions',
  shares: 'shares',
};
