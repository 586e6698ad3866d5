/**
 * Runs what a plan says: typed words are parsed (input.ts, read-value.ts), the request is checked against the
 * contract, confirmed if it destroys, and sent (here), and its response is shown or followed page by page.
 */

import { realpath, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { writeJson } from '../../client/json/json.ts';
import { reasonOf } from '../../config/errors.ts';
import { loadOperation } from '../../contract/operations/load.ts';
import { outlineOf } from '../../contract/operations/outline.ts';
import { LocalError } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import type { Command } from '../model/model.ts';
import { type CallPlan, isChange, type Save } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import { besideGaps, noteGaps, noteGapsOf } from '../output/gaps.ts';
import type { KnownFields } from '../output/known-fields.ts';
import { safe } from '../output/rows.ts';
import { isWhole, show } from '../output/show.ts';
import { checkRequest } from './check.ts';
import { confirmed } from './confirm.ts';
import { WaitInterrupted, waitFor } from './wait/wait.ts';

/** Checks, confirms, sends, waits and shows, in that order. */
export async function runCall(session: Session, command: Command, made: CallPlan): Promise<ExitStatus> {
  await checkRequest(command, made.request, session.note);
  const plan = made.found ? { ...made, request: await made.found(session, made.request) } : made;
  if (plan.dryRun) {
    const { prepareRequest } = await import('../../client/prepare.ts');
    const { dryRunOf } = await import('./dry-run.ts');
    const operation = await outlineOf(plan.request.operation);
    const prepare = (baseUrl: string) => prepareRequest(baseUrl, operation, plan.request);
    const { value, text } = await dryRunOf(session, prepare);
    await show(session, { value, text });
    return exit.done;
  }
  await plan.checks?.(session);
  // Check that a service is chosen before any prompt.
  await session.client();
  if (plan.confirm) await confirmed(session, plan.confirm);
  if (isChange(plan.request.operation)) await session.beforeChange();
  const known = await knownOf(session, plan);
  if (plan.all) return sentAll(session, command, plan, known);
  const answer = (await plan.before?.(session)) ?? (await sent(session, plan, () => send(session, plan)));
  if (plan.save) {
    await saveAnswer(session, plan.save, answer);
    return exit.done;
  }
  if (!plan.wait) {
    const text = textOf(session, plan, answer);
    const listed = plan.listed?.(session, answer);
    await show(session, {
      value: isWhole(session) ? besideGaps(session, answer) : (listed?.rows ?? besideGaps(session, answer)),
      columns: listed?.columns ?? command.columns,
      rows: plan.rows,
      none: plan.none,
      text,
      known,
    });
    await noteGaps(session, answer, text);
    await plan.after?.(session, answer);
    return exit.done;
  }
  const { value, status, shown } = await waitFor(session, plan.wait.target(answer), plan.wait, answer).catch(
    async (error: unknown) => {
      // A program that reads the result needs the id of what was begun; a person reads it in the next command.
      const isUnsaid = error instanceof WaitInterrupted && !['table', 'ndjson'].includes(session.output);
      if (isUnsaid && error.resource !== undefined)
        await show(session, { value: besideGaps(session, error.resource), columns: command.columns });
      throw error;
    },
  );
  if (status === exit.jobFailed) await plan.wait.failed?.(session, value);
  if (!shown) {
    const text = plan.text?.(session, value);
    await show(session, {
      value: besideGaps(session, value),
      columns: command.columns,
      rows: plan.rows,
      text,
    });
    await noteGaps(session, value, text);
  }
  if (status === exit.done) await plan.after?.(session, value);
  return status;
}

/**
 * The fields that the API defines in the response, for --fields. Undefined for a request that changes
 * something: its result is always shown.
 */
async function knownOf({ flags }: Session, { request }: CallPlan): Promise<KnownFields | undefined> {
  if (flags.fields === undefined || flags.query !== undefined) return undefined;
  const { method, answer } = await loadOperation(request.operation);
  if (method !== 'GET') return undefined;
  const { knownFields } = await import('../output/known-fields.ts');
  return knownFields(answer);
}

async function sentAll(
  session: Session,
  command: Command,
  plan: CallPlan,
  known: KnownFields | undefined,
): Promise<ExitStatus> {
  const { showAll } = await import('./all.ts');
  const { operation, query } = plan.request;
  const client = await session.client();
  const pages: unknown[] = [];
  const fetch = async (page: object, signal: AbortSignal) => {
    const answer = await client.send(operation, { ...plan.request, query: { ...page } }, { signal });
    if (plan.afterAll) pages.push(answer);
    return answer;
  };
  await showAll(session, fetch, query, { columns: command.columns, rows: plan.rows, none: plan.none, known });
  await plan.afterAll?.(session, pages);
  return exit.done;
}

/** A deletion prints one sentence; a text response prints its text. */
function textOf(session: Session, { done, text }: CallPlan, answer: unknown): string | undefined {
  if (done) return done;
  const own = text?.(session, answer);
  if (own !== undefined) return own;
  const content = at(answer, 'content') ?? at(answer, 'data.content');
  return typeof content === 'string' ? safe(session, content) : undefined;
}

/** The answer to the request of a plan, or what the plan puts in its place. @param send sends the request */
export async function sent(session: Session, plan: CallPlan, send: () => Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await send();
  } catch (error) {
    if (!plan.refused) throw error;
    return plan.refused(session, error);
  }
  return plan.made ? plan.made(session, answer) : answer;
}

async function send(session: Session, { request }: CallPlan): Promise<unknown> {
  const client = await session.client();
  const { signal } = session;
  if ((await outlineOf(request.operation)).bodyType !== 'multipart')
    return client.send(request.operation, request, { signal });
  const files = Object.values(request.files ?? {});
  const names = files.map((file) => basename(file));
  // What people know: the body that is sent also has the frame around each file.
  const size = formatBytes((await Promise.all(files.map(bytesOf))).reduce((sum, one) => sum + one, 0));
  const progress = session.progress(`Uploading ${names.join(', ')}`);
  let shown = 0;
  const onProgress = (bytes: number, total: number) => {
    const percent = Math.floor((bytes / total) * 100);
    // A log gets a line every ten percent, a spinner every percent.
    if (percent === shown || (!session.io.terminal.err && percent % 10 !== 0)) return;
    shown = percent;
    progress.update(`Uploading ${names.join(', ')}: ${percent} % of ${size}`);
  };
  try {
    if (request.operation !== 'file.upload')
      return await client.send(request.operation, request, { signal, onProgress });
    const { notesOf, sendUpload } = await import('../sending/send.ts');
    const say = (text: string) => progress.around(() => session.note(text));
    return await sendUpload(request, { client, signal, notes: notesOf(session), onProgress, say });
  } finally {
    progress.stop();
  }
}

/** The size of a file; 0 for one that cannot be read, which the upload then reports. */
const bytesOf = (file: string): Promise<number> =>
  stat(file).then(
    (found) => found.size,
    () => 0,
  );

/** Writes a file whole, or leaves what was there: a disk may be full. What is no file, such as a pipe, is written to. */
async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const isOther = await stat(target).then(
    (found) => !found.isFile(),
    () => false,
  );
  if (isOther) return writeFile(target, text);
  const { writeWhole } = await import('../../media/files.ts');
  await writeWhole(target, (part) => writeFile(part, text));
}

/** --save: writes a response to a file, replacing it, and says so. @throws LocalError when there is no text yet, or it cannot be written */
async function saveAnswer(session: Session, plan: Save, answer: unknown): Promise<void> {
  const { file, json, content, why } = plan;
  const text = json ? `${writeJson(answer, 2)}\n` : content(answer);
  if (typeof text !== 'string') {
    if (why) await noteGapsOf(session, why);
    const status = at(answer, 'status');
    throw new LocalError(
      `There is no text to save${typeof status === 'string' ? `: the status is ${status}` : ''}`,
      { hint: 'Nothing was written.' },
    );
  }
  await replaceFile(file, text).catch((error: unknown) => {
    throw new LocalError(`--save: cannot write ${file}: ${reasonOf(error)}`);
  });
  await show(session, { value: { file, bytes: Buffer.byteLength(text) }, text: `Saved ${file}` });
  if (!/^(?:WEBVTT)?\s*$/.test(text)) return;
  session.note(`${file} has no words.`);
  if (why) await noteGapsOf(session, why);
}
