/** `vau store move`. */
import path from 'node:path';
import { LocalError, UsageError } from '../errors/errors.ts';
import { column } from '../model/columns.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import type { Progress } from '../terminal/progress.ts';
import { loadService, type Moved } from './opening/door.ts';
import { folderRefusal } from './opening/refusals.ts';

export interface MoveFlags {
  readonly source: string;
  readonly target: string;
  readonly restart?: boolean | undefined;
}

const SERVER = /^postgres(?:ql)?:\/\//i;

/** Time between two lines of progress, in milliseconds. */
const SHOWN_MS = 1_000;

/** Refuses two sides of the same kind. */
export function checkMoveFlags({ source, target }: MoveFlags): void {
  const servers = [source, target].filter((place) => SERVER.test(place));
  if (servers.length === 1) return;
  throw new UsageError(
    servers.length === 0
      ? 'one of the two must be the address of a PostgreSQL database, such as postgres://vau@db.example:5432/vau'
      : 'one of the two must be a data folder: between two PostgreSQL databases, use pg_dump and pg_restore',
  );
}

/** Moves a store between SQLite and PostgreSQL. */
export async function moveAction(session: Session, flags: MoveFlags): Promise<Result> {
  const { move } = await loadService();
  const [from, into] = [placeOf(flags.source), placeOf(flags.target)];
  let progress: Progress | undefined;
  let shownAt = 0;
  let before = '';
  try {
    const moved = await move({
      from,
      into,
      restart: flags.restart === true,
      signal: session.signal,
      progress: (doing, done, all) => {
        // Another piece of work is shown at once, as far as it goes on the next time.
        if (doing === before && performance.now() - shownAt < SHOWN_MS) return;
        [before, shownAt] = [doing, performance.now()];
        const text = `${doing}: ${all === undefined ? done : `${done} of ${all}`}`;
        // Begins with the first step: whatever is refused is refused before it.
        if (progress) progress.update(text);
        else progress = session.progress(text);
      },
    });
    progress?.stop();
    advise(session, moved, from, into);
    const columns = [column('name'), column('rows'), column('sha256')];
    return { value: moved, rows: moved.tables, columns };
  } catch (error) {
    throw inWords(error, flags);
  } finally {
    progress?.stop();
  }
}

const placeOf = (given: string): string => (SERVER.test(given) ? given : path.resolve(given));

function advise(session: Session, { from, to, rows, has_secrets }: Moved, ...places: [string, string]): void {
  const [folder, isToServer] = SERVER.test(places[0]) ? [to, false] : [from, true];
  session.note(`${to} holds the ${rows} rows of ${from}; all of them are equal. ${from} is as it was.`);
  session.note(
    isToServer
      ? `Next: start vau serve with that database as --store or VAU_STORE, and --data-dir ${folder}, which has the objects unless they are in a bucket.`
      : `Next: vau serve --data-dir ${folder}. Its objects must be in ${path.join(folder, 'objects')} or in the bucket of its settings.`,
  );
  if (has_secrets)
    session.note(
      `Secrets of webhooks are encrypted with secrets.key of the data folder: ${isToServer ? 'services on other machines need a copy' : `copy it to ${folder}`}.`,
    );
}

function inWords(error: unknown, { source, target }: MoveFlags): unknown {
  const { name, message } = error as Error;
  if (['MoveRefused', 'StoreUnreachable', 'FolderRefused'].includes(name)) return new LocalError(message);
  if (name === 'StoreRefused') return new LocalError(message, { next: 'vau store move --help' });
  return folderRefusal(error, { dataDir: SERVER.test(source) ? target : source });
}
