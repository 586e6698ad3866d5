import { idOf, type WaitKind, type WaitTarget, waitKinds } from '../../../client/wait/kinds.ts';
import { kindOfField } from '../../../contract/values/names.ts';
import { isInterruption, UsageError } from '../../errors/errors.ts';
import { patience, refuseTogether, waitFlags } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { choice, id, many, needed, toggle } from '../../model/values.ts';
import { absent } from '../../names/absent.ts';
import { isName } from '../../names/may-be-name.ts';
import { idOf as idOfTarget } from '../../names/with-ids.ts';
import type { Waited } from '../../run/wait/wait.ts';

const kinds = Object.keys(waitKinds) as WaitKind[];
const { timeout, interval } = waitFlags;

const wait = defineCommand({
  name: 'wait',
  bulk: {
    // Rows of a list of collection files identify a file by two fields.
    id: (row, { kind }) =>
      waitKinds[kind as WaitKind]?.parts.every((name) => typeof row[name] === 'string')
        ? waitKinds[kind as WaitKind].parts.map((name) => row[name]).join('/')
        : undefined,
  },
  about:
    'Waits until all have finished, or with --any until the first has. The exit status is 0 when all are completed, 10 when one failed, 11 when one was cancelled, 1 when one stays in an unknown state, 124 on timeout. If one cannot be read, that is an error, and the wait for the others goes on. Files for which a criterion failed are named on standard error. With -o ndjson each change is printed as it happens. Write a collection file as COLLECTION_ID/FILE_ID and a criterion as COLLECTION_ID/ATTACHMENT_ID. Files and collections can be given by their names.',
  arguments: {
    kind: needed(choice(kinds, 'Kind of resource')),
    id: needed(many(id('One or more IDs, or names of files'))),
  },
  flags: {
    any: toggle('Stop when the first one finishes; its outcome decides the exit status'),
    all: toggle('Wait until all have finished (default)'),
    timeout,
    interval,
  },
  examples: [
    { does: 'Two files', line: 'wait file FILE_ID OTHER_FILE_ID' },
    { does: 'A file in a collection, by their names', line: 'wait collection-file Talks/keynote.mp4' },
    {
      does: 'A backfill, for at most an hour',
      line: 'wait moment-criteria COLLECTION_ID/ATTACHMENT_ID --timeout 1h',
    },
    { does: 'Check once: exit 124 if still in progress', line: 'wait share SHARE_ID --timeout 0' },
  ],
  plan: ({ kind, id, any, all, ...times }) => {
    refuseTogether({ any, all });
    const howLong = patience(times);
    const typed = [...new Set(id)].map((one) => targetOf(kind, one));
    return local(async (session) => {
      const { waitFor, waitForMany } = await import('../../run/wait/wait.ts');
      const targets = await targetsWithIds(session, typed);
      const [only] = targets;
      const { value, status, shown, failed, error } =
        only && targets.length === 1
          ? await waitFor(session, only, howLong)
          : await waitForMany(session, targets, howLong, any ? 'any' : 'all');
      await nameFailedFiles(session, failed, targets.length > 1);
      return shown ? { status, error } : { value, text: '', status, error };
    });
  },
});

/** A failed backfill only counts its failed files, so their names are fetched here. */
async function nameFailedFiles(session: Session, failed: Waited['failed'], several: boolean): Promise<void> {
  const backfills = failed.filter(({ target }) => target.kind === 'moment-criteria');
  if (backfills.length === 0) return;
  const { noteFailedFiles } = await import('../../moment-criteria/failed-files.ts');
  for (const { target, resource } of backfills) {
    if (several) session.note(`${target.kind} ${idOf(target)}:`);
    await noteFailedFiles(session, target.params.collection_id ?? '', resource);
  }
}

function targetOf(kind: WaitKind, id: string): WaitTarget {
  const names = waitKinds[kind].parts;
  // The name of a collection may have a slash, that of a file has none.
  const last = names.length > 1 ? id.lastIndexOf('/') : -1;
  const given = last < 0 ? [id] : [id.slice(0, last), id.slice(last + 1)];
  if (given.length !== names.length || given.includes(''))
    throw new UsageError(`Write the ID of a ${kind} as ${names.join('/')} (got ${JSON.stringify(id)})`);
  const all = Object.fromEntries(names.map((name, index) => [name, given[index] ?? '']));
  const { attachment_id: item, ...params } = all;
  return item === undefined ? { kind, params } : { kind, params, item };
}

export const commands = [wait];

/**
 * The targets with ids in place of the names of files and collections. What may be an id of another service, and is no name
 * here, stays. @throws UsageError when several resources fit; CliError (exit 5) for a name that nobody has
 */
async function targetsWithIds(
  session: Session,
  targets: readonly WaitTarget[],
): Promise<readonly WaitTarget[]> {
  const found: WaitTarget[] = [];
  for (const target of targets) {
    const params: Record<string, string> = { ...target.params };
    for (const [field, text] of Object.entries(target.params))
      params[field] = (await meant(session, field, text)) ?? text;
    found.push({ ...target, params });
  }
  return found;
}

async function meant(session: Session, field: string, text: string): Promise<string | undefined> {
  const kind = kindOfField(field);
  if (!kind || !isName(text)) return undefined;
  const client = await session.client();
  const looking = idOfTarget({ session, client, strict: false, skip: () => false }, kind, text);
  if (mayBeId(text))
    return looking.catch((error: unknown) => {
      if (error instanceof UsageError || isInterruption(error)) throw error;
      // A service whose list cannot be read may know it all the same: the wait asks for it.
      return undefined;
    });
  const id = await looking;
  if (id === undefined) throw await absent(client, kind, text, session.signal);
  return id;
}

/** One word with a digit in it: file_12, f7. A short id, as tables show it, is one too. */
const mayBeId = (text: string): boolean => /^[\w-]*\d[\w-]*$/.test(text);
