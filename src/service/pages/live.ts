import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { tooManyRequests } from '../errors.ts';
import type { AppEnv } from '../http/access/env.ts';
import { listWork } from '../resources/open-work/list.ts';
import type { Html } from '../web/html.ts';
import { isSignedIn } from '../web/session.ts';
import { card } from './cards.ts';
import { collectionFileCard } from './collection.ts';
import { section } from './jobs.ts';
import { isOpenStatus, pageWished } from './parts.ts';
import type { Visitor } from './visitor.ts';

/** Milliseconds between two looks at the state of the work. */
const LOOK_MS = 1_000;

/** Pages that may be open at once. Each costs a few reads of the store per second. */
const MOST_OPEN = 50;

/** Pages that the browsers of one token may have open at once. */
const MOST_OF_TOKEN = 10;

/** A part of a page as it is now, by its id; `isOver` if nothing on the page will change any more. */
interface Look {
  readonly parts: ReadonlyMap<string, Html>;
  readonly isOver: boolean;
}

/** Looks at what a page shows. */
type Looking = (visitor: Visitor) => Promise<Look>;

/** What each page with work in progress looks at, by the path of its events. */
export const livePages: Readonly<Record<string, Looking>> = {
  '/collections/:id/events': async (visitor) => {
    const params = { collection_id: visitor.part('id') };
    const { data } = await visitor.ask('media.list', { params, query: pageWished(visitor.wish('page')) });
    const shown = await Promise.all(data.map((file) => collectionFileCard(visitor, file)));
    const isOver = !data.some(({ status }) => isOpenStatus(status));
    return { parts: new Map(shown.map((one) => [one.key, card(one)])), isOver };
  },
  '/jobs/events': async (visitor) => {
    const open = await listWork(visitor.request, 'open', 50);
    const failed = await listWork(visitor.request, 'failed', 50);
    const parts = new Map([
      ['open', await section(visitor, 'open', 'In progress', open)],
      ['failed', await section(visitor, 'failed', 'Failed', failed)],
    ]);
    return { parts, isOver: open.length === 0 };
  },
  '/files/:id/events': async (visitor) => {
    const { status } = await visitor.ask('file.get', { params: { file_id: visitor.part('id') } });
    return { parts: new Map(), isOver: !isOpenStatus(status) };
  },
};

/** The open streams of this process, by token. */
const open = new Map<string, number>();

/**
 * Sends the parts of a page again as they change (server-sent events), until nothing changes any more or the session
 * ends. A page without parts is told to reload at the end.
 * @throws 429 if too many pages are open
 */
export async function streamChanges(visitor: Visitor, c: Context<AppEnv>, look: Looking): Promise<Response> {
  const token = visitor.session.id;
  const total = [...open.values()].reduce((sum, count) => sum + count, 0);
  const own = open.get(token) ?? 0;
  if (total >= MOST_OPEN || own >= MOST_OF_TOKEN)
    throw tooManyRequests('too many pages with progress are open; close some of them', 10);
  const first = await look(visitor);
  open.set(token, own + 1);
  const response = streamSSE(
    c,
    (stream) => send(stream, first, visitor, c, look).finally(() => closed(token)),
    async (error) => visitor.request.log.error('the progress of a page broke off', { error }),
  );
  response.headers.set('cache-control', 'no-store');
  return response;
}

async function send(
  stream: SSEStreamingApi,
  first: Look,
  visitor: Visitor,
  c: Context<AppEnv>,
  look: Looking,
): Promise<void> {
  let before = first;
  while (!before.isOver) {
    await stream.sleep(LOOK_MS);
    if (stream.aborted || !(await isSignedIn(visitor.request, c))) return;
    const now = await look(visitor);
    for (const [id, html] of now.parts)
      if (html.text !== before.parts.get(id)?.text)
        await stream.writeSSE({ event: 'part', data: JSON.stringify({ id, html: html.text }) });
    before = now;
  }
  await stream.writeSSE({ event: before.parts.size === 0 ? 'reload' : 'end', data: '' });
}

function closed(token: string): void {
  const left = (open.get(token) ?? 1) - 1;
  if (left > 0) open.set(token, left);
  else open.delete(token);
}
