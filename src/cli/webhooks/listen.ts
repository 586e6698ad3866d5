/** What `vau webhook listen` does. */

import { once } from 'node:events';
import { readJson, writeJson } from '../../client/json.ts';
import { isRecord } from '../../contract/record.ts';
import { LocalError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import { formatTime } from '../output/format.ts';
import { jsonText } from '../output/json.ts';
import { clean } from '../terminal/clean.ts';
import { forward } from './forward.ts';
import { type Delivery, type Judge, judgeFor } from './judge.ts';
import type { ListenFlags } from './listen-flags.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { noSecret, secretFor } from './secret.ts';

/** The port where nobody names another: next to the embedded service's. */
const defaultPort = 4748;

/** Receives until Ctrl-C, or until `count` events have been shown. */
export async function listen(session: Session, flags: ListenFlags): Promise<void> {
  const judge = flags.unverified ? undefined : judgeFor(await needed(session, flags));
  const { signal } = session;
  const enough = new AbortController();
  let shown = 0;
  const receiver = await opened(flags.port ?? defaultPort, async (delivery) => {
    const verdict = judged(session, delivery, judge);
    if (!verdict) return 401;
    const event = readEvent(delivery.body);
    const wanted = !flags.event || flags.event.includes(String(event.event_type));
    if (!wanted || enough.signal.aborted) return 204;
    show(session, { verified: judge !== undefined, id: delivery.headers['webhook-id'], event });
    shown += 1;
    const status = flags.forward ? await forwarded(session, flags.forward, delivery) : 204;
    if (shown === flags.count) enough.abort();
    return status;
  });
  session.note(`Listening on ${receiver.url}. Ctrl-C stops it.`);
  const end = AbortSignal.any([signal, enough.signal]);
  if (!end.aborted) await once(end, 'abort');
  await receiver.close();
}

async function needed(session: Session, flags: ListenFlags): Promise<string> {
  const secret = await secretFor(session, flags);
  if (secret === undefined) throw noSecret(', or take everything with --unverified');
  return secret;
}

async function opened(port: number, receive: Parameters<typeof startReceiver>[1]): Promise<Receiver> {
  try {
    return await startReceiver(port, receive);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw new LocalError(`Port ${port}: ${message}`);
    throw new LocalError(`Port ${port} is in use by another program`, {
      hint: 'Take another one; 0 takes any that is free.',
      next: 'vau webhook listen --port 0',
    });
  }
}

/** False for a delivery that is not genuine; why is told, and nothing of it shown. */
function judged(session: Session, delivery: Delivery, judge: Judge | undefined): boolean {
  const verdict = judge?.(delivery) ?? { genuine: true };
  if (verdict.genuine) return true;
  session.note(`Refused a delivery: ${clean(verdict.reason)}`);
  return false;
}

type Event = Readonly<Record<string, unknown>>;

/** The event of a body; a body that is no JSON object is an event without fields. */
function readEvent(body: Buffer): Event {
  try {
    const value = readJson(body.toString('utf8'));
    if (isRecord(value)) return value;
  } catch {
    // Shown as what it is: an event of no known type.
  }
  return {};
}

interface Shown {
  readonly verified: boolean;
  readonly id: string | undefined;
  readonly event: Event;
}

/** A line for each event: for people, or JSON. */
function show({ io, output }: Session, shown: Shown): void {
  io.out(output === 'table' ? `${forPeople(io, shown.event)}\n` : `${jsonText(io, shown)}\n`);
}

function forPeople(io: Session['io'], { event_type, created_at, payload }: Event): string {
  const reader = io.terminal.out ? 'person' : 'program';
  const at = typeof created_at === 'number' ? created_at : Date.now();
  const about = payload === undefined ? '' : clean(writeJson(payload));
  const line = `${formatTime(at, reader)}  ${clean(String(event_type ?? 'unknown'))}  ${about}`;
  return io.columns === undefined ? line : line.slice(0, io.columns);
}

/** The status the receiver's sender gets: that of the one it was handed to, so that a failure is sent again. */
async function forwarded(session: Session, url: string, delivery: Delivery): Promise<number> {
  try {
    const status = await forward(url, delivery, session.signal);
    if (status >= 300) session.note(`${url} answered ${status}`);
    return status;
  } catch (error) {
    if (!session.signal.aborted) session.note(`${url} was not reached: ${(error as Error).message}`);
    return 502;
  }
}
