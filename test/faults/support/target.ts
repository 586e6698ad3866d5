import { workSeconds } from '../../../src/media/index.ts';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import type { Db } from '../../../src/service/store/sql/schema.ts';
import type { Bomb } from '../../support/bombs/index.ts';
import { emptyHome } from '../../support/vau.ts';
import { type Caller, callerOf } from './caller.ts';
import { serve } from './killable.ts';
import { treeBytes } from './memory.ts';

/** What became of a file and of its membership of a collection. */
export interface Outcome {
  readonly name: string;
  readonly file: { readonly status: string; readonly error: string | null };
  readonly member?: { readonly status: string; readonly error: string | null };
}

/** The real service with two workers, and an account that uploads files to be understood. */
export interface Target {
  /** Uploads a file and asks for all that can be found in it. */
  throwAt(bomb: Bomb): Promise<'accepted' | 'refused'>;
  /** Uploads a file of another account; gives its id. */
  uploadBeside(file: Bomb): Promise<string>;
  statusOf(id: string): Promise<string | undefined>;
  /** How many files and members of the collection are not finished. */
  open(): Promise<number>;
  outcomes(): Promise<Outcome[]>;
  /** Seconds of a processor that the service and all it started have used. */
  workSeconds(): number;
  /** The most memory that one worker and all it started have had at once, in bytes. */
  peakBytes(): number;
  close(): Promise<void>;
}

const OPEN = ['pending', 'processing'] as const;

const WINDOW = { strategy: 'uniform', uniform_config: { window_seconds: 20 } };

/** Starts a service of its own. @param env what it sees beside its own folders */
export async function openTarget(env: Record<string, string | undefined> = {}): Promise<Target> {
  const home = await emptyHome();
  const store = await openStore(home.dataFolder);
  const service = await serve(home, () => {}, env);
  const url = () => service.url;
  const [attacker, neighbour] = [await callerOf(store, url), await callerOf(store, url)];
  const collection = await attacker('POST', '/collections', {
    name: 'all',
    collection_type: 'media-descriptions',
  });
  const { db } = store;
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, ...service.workers().map(treeBytes));
  }, 100);
  return {
    async throwAt(bomb) {
      const file_id = await upload(attacker, bomb).catch((error: Error) => {
        if (!error.message.startsWith('POST /files: 415')) throw error;
      });
      if (file_id === undefined) return 'refused';
      const asked = attacker('POST', `/collections/${collection.id}/media`, {
        file_id,
        segmentation_config: WINDOW,
      });
      await asked.catch((error: Error) => {
        // It may have failed already.
        if (!/could not be processed|failed/.test(error.message)) throw error;
      });
      return 'accepted';
    },
    uploadBeside: (file) => upload(neighbour, file),
    async statusOf(id) {
      const row = await db.selectFrom('files').select('status').where('id', '=', id).executeTakeFirst();
      return row?.status;
    },
    open: async () => (await openIn(db, 'files')) + (await openIn(db, 'collection_files')),
    outcomes: () => outcomesIn(store),
    workSeconds: () => workSeconds(service.process.pid ?? 0) ?? 0,
    peakBytes: () => peak,
    async close() {
      clearInterval(timer);
      service.process.kill('SIGKILL');
      await store.close();
      await home.remove();
    },
  };
}

async function upload(call: Caller, { name, bytes, subtitles }: Bomb): Promise<string> {
  const form = new FormData();
  if (subtitles) form.set('subtitles', new Blob([subtitles]), 'lines.srt');
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return (await call('POST', '/files', form)).id ?? '';
}

async function openIn(db: Db, table: 'files' | 'collection_files'): Promise<number> {
  const open = await db.selectFrom(table).select('status').where('status', 'in', OPEN).execute();
  return open.length;
}

async function outcomesIn({ db }: Store): Promise<Outcome[]> {
  const files = await db.selectFrom('files').select(['id', 'filename', 'status', 'error']).execute();
  const members = await db.selectFrom('collection_files').select(['file_id', 'status', 'error']).execute();
  return files.map(({ id, filename, ...file }) => {
    const member = members.find(({ file_id }) => file_id === id);
    return {
      name: filename ?? '',
      file,
      ...(member ? { member: { status: member.status, error: member.error } } : {}),
    };
  });
}
