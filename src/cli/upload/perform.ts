/** Uploads one file of many: finds its content, sends it, adds it to a collection and waits for it. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { absent } from '../../client/absent.ts';
import type { Client } from '../../client/client.ts';
import { ApiError, ClientError } from '../../client/errors.ts';
import { gate } from '../../client/wait/several.ts';
import { limits } from '../../contract/values/limits.ts';
import { isDisturbed, sniffFile } from '../../media/index.ts';
import { begun, carryOut, carryOutRow, type Outcome } from '../bulk/carry-out.ts';
import type { Item } from '../bulk/items.ts';
import { CliError, failureOf, isInterruption, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import { type CallPlan, call, defined, type Request } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import { withSidecar } from '../probe/before-upload.ts';
import { preflight } from '../probe/preflight.ts';
import type { Notes } from '../sending/notes.ts';
import { notesOf, sendUpload } from '../sending/send.ts';
import { placeOf } from './in-place.ts';
import type { UploadProgress } from './progress.ts';

// Finds files that the service has already, by a hash of their content.

/** A file of the service, and whether this run sent it. */
interface FileSent {
  readonly file: unknown;
  readonly sent: boolean;
}

/** Finds or sends a content: each only once in a run. */
interface Contents {
  /** The file of the service with this content; else the one that `send` makes. */
  fileFor(path: string, send: () => Promise<unknown>): Promise<FileSent>;
}

/** @param signal stops the reading of files and the requests */
function contentsOf(client: Client, signal: AbortSignal): Contents {
  const underWay = new Map<string, Promise<FileSent>>();
  let known = true;

  /** The files with this content, the oldest first; none from a service that cannot find them. */
  async function holding(hash: string): Promise<readonly unknown[]> {
    try {
      const query = { content_hash: hash, sort: 'asc', limit: limits.pageMaximum };
      const answer = await client.send('file.list', { query }, { signal });
      const rows = at(answer, 'data');
      const files: readonly unknown[] = Array.isArray(rows) ? rows : [];
      // A service that does not know this filter returns all its files.
      known = files.every((file) => at(file, 'content_hash') === hash);
      return known ? files : [];
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 404, 405, 422].includes(error.status)) throw error;
      known = false;
      return [];
    }
  }

  async function sendNew(hash: string, send: () => Promise<unknown>): Promise<FileSent> {
    const files = await holding(hash);
    const file = files.find(isUsable) ?? files.at(-1);
    if (file === undefined) return onlyOne(hash, await send());
    if (!isUsable(file)) throw failedBefore(file);
    return { file, sent: false };
  }

  /**
   * Another process may have sent the same content meanwhile. The newer file gives way to the older one, whoever looks:
   * two never delete each other's, and after a kill before the deletion, there is one too many and none too few.
   */
  async function onlyOne(hash: string, own: unknown): Promise<FileSent> {
    const files = known && at(own, 'content_hash') === hash ? await holding(hash) : [];
    const id = at(own, 'id');
    const oldest = files.find((file) => at(file, 'id') === id || isUsable(file));
    if (oldest === undefined || at(oldest, 'id') === id) return { file: own, sent: true };
    await client.send('file.delete', { params: { file_id: String(id) } }, { signal });
    return { file: oldest, sent: false };
  }

  return {
    async fileFor(path, send) {
      if (!known) return { file: await send(), sent: true };
      const hash = await hashOf(path, signal);
      const same = await underWay.get(hash)?.catch(() => undefined);
      if (same) return { ...same, sent: false };
      const sending = sendNew(hash, send);
      underWay.set(hash, sending);
      try {
        return await sending;
      } finally {
        underWay.delete(hash);
      }
    },
  };
}

const isUsable = (file: unknown): boolean => at(file, 'status') !== 'failed';

/** Sent once more, it would fail once more, and a row of it stay each time. */
function failedBefore(file: unknown): CliError {
  const reason = at(file, 'error') ?? 'the service gives no reason';
  return new CliError(
    `the service has it as ${at(file, 'id')} and could not process it: ${reason}; --again sends it once more`,
    exit.jobFailed,
    'job_failed',
  );
}

/** SHA-256 of a file, in hexadecimal. @throws ClientError if it is not there */
async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const reading = pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash, { signal });
  await reading.catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ClientError(absent(path)) : error;
  });
  return hash.digest('hex');
}

/** The subtitles of a film. */
export interface Sidecar {
  readonly file: string;
  readonly subtitles: string;
  /** `left`: not sent, because the service had the film already; `there`: sent with it before. */
  readonly state: 'sent' | 'there' | 'left';
  /** Of the film at the service. */
  readonly id: string;
}

export interface Manner {
  /** Number of uploads at once. */
  readonly width: number;
  /** Name files to the service instead of sending them. */
  readonly inPlace: boolean;
  /** Send files whose content the service has already. */
  readonly again: boolean;
  /** Check content and size first. */
  readonly preflight: boolean;
  /** Gives the collection to add each file to, if any. */
  readonly collection: () => string | undefined;
  /** Is told of the subtitles of a film; undefined leaves alone those beside a film. */
  readonly sidecar?: ((one: Sidecar) => void) | undefined;
  readonly progress: () => UploadProgress | undefined;
  /** The journal of --resume, which also keeps what is known of interrupted uploads. */
  readonly resume?: string | undefined;
}

/** A function that does one item: an upload, or a request that needs none. */
export function performer(session: Session, manner: Manner): (item: Item) => Promise<Outcome> {
  const through = gate(manner.width);
  const notes = notesOf(session, manner.resume);
  let contents: Promise<Contents> | undefined;
  const opened = () => {
    contents ??= session.client().then((client) => contentsOf(client, session.signal));
    return contents;
  };

  async function upload(file: string, request: Request): Promise<{ file: unknown; sent?: boolean }> {
    await refuseIrregular(file);
    const send = () => sendFile(session, file, request, { notes, progress: manner.progress() });
    // The service looks at what is there; a hash would read all of it over the network.
    if (manner.inPlace) return { file: await send() };
    if (manner.preflight) await refuseUnfit(file);
    return manner.again ? { file: await send(), sent: true } : (await opened()).fileFor(file, send);
  }

  const asSent = async (plan: CallPlan, asked: Request): Promise<CallPlan> =>
    manner.sidecar ? { ...plan, request: await withSidecar(plan.request, session.note, asked) } : plan;

  async function one(item: Item): Promise<Outcome> {
    const { file, plan } = item;
    if (file === undefined || plan.kind !== 'call') return carryOutRow(session, item);
    const before = uploadOf(plan, file, manner.inPlace);
    const asked = await asSent(before, plan.request);
    if (plan.dryRun) return carryOut(session, { ...asked, dryRun: true });
    const uploaded = await through(() => upload(file, asked.request));
    const { subtitles } = asked.request.files ?? {};
    if (subtitles !== undefined) {
      const isLeft = async () =>
        asked.request === before.request || (await isNewer(subtitles, uploaded.file));
      const state = uploaded.sent !== false ? 'sent' : (await isLeft()) ? 'left' : 'there';
      manner.sidecar?.({ file, subtitles, state, id: String(at(uploaded.file, 'id')) });
    }
    const after = followUp(plan, uploaded.file, manner.collection());
    const done = await carryOut(session, after).catch((error: unknown) => begun(error, uploaded.file));
    return { ...done, ...defined({ sent: uploaded.sent }) };
  }

  return async (item) => {
    const done = await one(item).catch((error: unknown) => {
      if (!isInterruption(error) && failureOf(error).exitStatus !== exit.interrupted)
        manner.progress()?.finished();
      throw error;
    });
    // A file whose wait ended before it did is not processed.
    if (done.status !== exit.timedOut && !done.interrupted) manner.progress()?.finished();
    return done;
  };
}

/** Whether a file changed after one of the service was made: what lay beside a film before then was sent with it. */
async function isNewer(local: string, file: unknown): Promise<boolean> {
  const found = await stat(local).catch(() => undefined);
  return found !== undefined && found.mtimeMs > Number(at(file, 'created_at'));
}

/** The upload that a plan begins with: the plan itself, or the one that makes the file to add. */
function uploadOf(plan: CallPlan, file: string, inPlace: boolean): CallPlan {
  if (isUpload(plan.request)) return plan;
  return inPlace
    ? call('file.in-place', { body: { path: placeOf(file) } })
    : call('file.upload', { files: { file } });
}

const isUpload = ({ operation }: Request): boolean =>
  operation === 'file.upload' || operation === 'file.in-place';

/** What follows the upload: the request about the file, or the wait for it. */
function followUp(plan: CallPlan, file: unknown, collection: string | undefined): CallPlan {
  const id = String(at(file, 'id'));
  const { request, wait } = plan;
  if (!isUpload(request))
    return { ...plan, request: { ...request, body: { ...(request.body as object), file_id: id } } };
  if (collection === undefined) return { ...plan, before: async () => file };
  const params = { collection_id: collection };
  const waits = wait && {
    ...wait,
    target: () => ({ kind: 'collection-file' as const, params: { ...params, file_id: id } }),
  };
  return call('media.add', { params, body: { file_id: id } }, waits ? { wait: waits } : {});
}

async function sendFile(
  session: Session,
  file: string,
  request: Request,
  { notes, progress }: { readonly notes: Notes; readonly progress: UploadProgress | undefined },
): Promise<unknown> {
  const { signal } = session;
  const client = await session.client();
  const shown = progress?.sending(file);
  const note = (text: string) => session.note(text);
  try {
    return await sendUpload(request, {
      client,
      signal,
      notes,
      onProgress: (sent, total) => shown?.sent(sent, total),
      onResume: (had) => shown?.had(had),
      say: (text) => (progress ? progress.around(() => note(text)) : note(text)),
    });
  } finally {
    shown?.end();
  }
}

/** Refuses what is no file: to read a pipe to its end takes until somebody closes it, and then it is gone. */
async function refuseIrregular(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile()) throw new UsageError(`${file} is not a regular file`);
}

/** Refuses what the service refuses at once. A probe of each of many files would take longer than to send them. */
async function refuseUnfit(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return;
  const reasons =
    found.size > limits.uploadBytes
      ? [`it has ${formatBytes(found.size)}; an upload may have at most ${formatBytes(limits.uploadBytes)}`]
      : await sniffFile(file).then(
          () => [],
          async (error: Error) =>
            isDisturbed(error) ? [] : (await preflight({ file, reason: error.message })).reasons,
        );
  if (reasons.length > 0) throw new UsageError(`The service would refuse it: ${reasons.join('; ')}`);
}
