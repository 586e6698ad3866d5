/**
 * What share commands do beyond one request: `share create --clip` finds or makes the segment and shares it (here),
 * and a share that is there already is named or returned (present.ts).
 */

import { ApiError } from '../../client/errors.ts';
import { everyPage } from '../../client/pages.ts';
import { waitUntilDone } from '../../client/wait/engine.ts';
import { look, type WaitTarget } from '../../client/wait/kinds.ts';
import type { AnswerOf, BodyInput } from '../../contract/index.ts';
import { CliError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { presentShare } from './present.ts';

type Segmentation = AnswerOf<'segmentation.create'>;
type ShareBody = BodyInput<'share.create'>;

/** Seconds of the file. */
interface Span {
  readonly start_time: number;
  readonly end_time: number;
}

/** How long to wait, in seconds, and whether an existing share is returned. */
interface Options {
  readonly timeout: number;
  readonly interval: number;
  readonly ifAbsent: boolean;
}

/**
 * Shares a span of a file. If the file has no segment with exactly this span, it gets one: this waits until it exists.
 * @param body the request without the segment
 * @throws CliError if the segment cannot be made in time, or if it has such a share already
 */
export async function shareClip(
  session: Session,
  body: ShareBody,
  span: Span,
  options: Options,
): Promise<unknown> {
  const { file_id } = body;
  const client = await session.client();
  const file_segment_id =
    (await present(session, file_id, span)) ?? (await made(session, file_id, span, options));
  const wanted = { ...body, file_segment_id };
  try {
    return await client.send('share.create', { body: wanted }, { signal: session.signal });
  } catch (error) {
    const { visibility = 'public' } = body;
    return presentShare(session, { file_id, file_segment_id, visibility }, error, options.ifAbsent);
  }
}

/** The segment with exactly this span, if the file has one among those inside it, of which there may be many. */
async function present(session: Session, file_id: string, span: Span): Promise<string | undefined> {
  const client = await session.client();
  const { signal } = session;
  const { start_time, end_time } = span;
  const inside = { start_time_after: start_time, end_time_before: end_time, limit: 100 };
  const fetch = (query: object) =>
    client.send('segment.list', { params: { file_id }, query: { ...query } }, { signal });
  for await (const { rows } of everyPage(fetch, inside)) {
    const found = (rows as AnswerOf<'segment.list'>['data']).find(
      (one) => one.start_time === start_time && one.end_time === end_time,
    );
    if (found) return found.id;
  }
  return undefined;
}

async function made(
  session: Session,
  file_id: string,
  span: Span,
  { timeout, interval, ifAbsent }: Options,
): Promise<string> {
  const client = await session.client();
  const { signal } = session;
  const body = { strategy: 'manual' as const, manual_config: { segments: [{ ...span }] } };
  const asked = client.send('segmentation.create', { params: { file_id }, body }, { signal });
  const started = await asked.catch(async (error: unknown) => {
    throw (await tooLate(session, file_id, span, error)) ?? error;
  });
  const own = started as Segmentation;
  const segmentation_id = ifAbsent ? await oldest(session, file_id, span, own) : own.segmentation_id;
  const target: WaitTarget = { kind: 'segmentation', params: { segmentation_id } };
  const ended = await waitUntilDone((stop) => look(client, target, stop), { timeout, interval, signal });
  if (ended.outcome === 'timed_out') throw late(segmentation_id);
  if (ended.outcome !== 'completed') throw failed(ended.seen.reason);
  const answer = await client.send('segmentation.get', { params: { segmentation_id } }, { signal });
  const { data } = answer as AnswerOf<'segmentation.get'>;
  const id = data?.segments?.[0]?.id;
  if (id === undefined) throw failed('the service made no segment');
  return id;
}

/**
 * The error about --clip if the span ends after the file: the service speaks of a field that nobody has typed. Undefined if
 * that is not why it refused.
 */
async function tooLate(
  session: Session,
  file_id: string,
  { start_time, end_time }: Span,
  error: unknown,
): Promise<CliError | undefined> {
  if (!(error instanceof ApiError && error.status === 400)) return undefined;
  const client = await session.client();
  const file = await client.send('file.get', { params: { file_id } }, { signal: session.signal });
  const seconds = at(file, 'media_info.duration_seconds');
  if (typeof seconds !== 'number' || end_time <= seconds) return undefined;
  return new UsageError(`--clip ends at ${end_time} s, but the file lasts ${seconds} s`, {
    hint: start_time < seconds ? 'Give an earlier end.' : `Give a part between 0 and ${seconds} s.`,
  });
}

/**
 * Another process may have begun the same clip since this one looked. The newer one is deleted: the older one stays,
 * whoever looks, so that two processes never delete each other's. @returns the id of the one to wait for
 */
async function oldest(
  session: Session,
  file_id: string,
  span: Span,
  { segmentation_id: own }: Segmentation,
): Promise<string> {
  const client = await session.client();
  const { signal } = session;
  const same: string[] = [];
  const fetch = (query: object) =>
    client.send('segmentation.list', { params: { file_id }, query: { ...query } }, { signal });
  for await (const { rows } of everyPage(fetch, { limit: 100 }))
    for (const row of rows as Segmentation[])
      if (row.segmentation_id === own || isOf(row, span)) same.push(row.segmentation_id);
  // The list begins with the newest.
  const first = same.at(-1) ?? own;
  if (first === own || !same.includes(own)) return own;
  await client.send('segmentation.delete', { params: { segmentation_id: own } }, { signal });
  return first;
}

/** Whether it has this span alone, and did not fail. */
function isOf({ status, segmentation_config }: Segmentation, span: Span): boolean {
  // Another service may not say how it was cut.
  const config: Partial<Segmentation['segmentation_config']> = segmentation_config ?? {};
  const [only, ...others] = config.manual_config?.segments ?? [];
  return (
    status !== 'failed' &&
    config.strategy === 'manual' &&
    others.length === 0 &&
    only?.start_time === span.start_time &&
    only.end_time === span.end_time
  );
}

function failed(reason: string | undefined): CliError {
  return new CliError(
    `The clip could not be cut: ${reason ?? 'unknown reason'}`,
    exit.jobFailed,
    'job_failed',
  );
}

function late(id: string): CliError {
  return new CliError('The clip was not cut in time; nothing was shared', exit.timedOut, 'timed_out', {
    hint: 'Run the same command again when the segmentation has completed, or raise --timeout.',
    next: `vau segmentation get ${id}`,
  });
}
