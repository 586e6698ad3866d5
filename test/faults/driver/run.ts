/** Faults through the front door: see scripts/faults.mjs. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Received, type Reply, startTestReceiver } from '../../support/receiver.ts';
import { seeded } from '../../support/seeded.ts';
import { clientOf } from './client.ts';
import { checkDoor, type Found } from './door-check.ts';
import { checkEvents } from './events-check.ts';
import { newHistory } from './history.ts';
import { makeMedia } from './media.ts';
import { actOf, misfortunesOf, type Tally } from './misfortunes.ts';
import { plantable } from './planted.ts';
import { requestsTo } from './requests.ts';
import { openRows, unfinishedIn } from './rows.ts';
import { checkFolder, checkRows, failedByKills } from './store-check.ts';
import { openSubject } from './subject.ts';

const MINUTE = 60_000;
/** Everything is checked so often, and at the end. */
const CALM_MINUTES = 5;
/** A service at which nothing changes for so long will not finish what it was given. */
const STUCK_MINUTES = 5;
/** A delivery that waits for longer is asked for: the schedule has pauses of hours. */
const SOON_MS = 8_000;
const SHOWN = 20;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
    planted: { type: 'string' },
  },
});
const minutes = Number(values.minutes ?? 1);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
for (const [name, isRight] of Object.entries({ minutes: minutes > 0, seed: Number.isSafeInteger(seed) }))
  if (!isRight) {
    const wanted = name === 'seed' ? 'a whole number' : 'a number above 0';
    process.stderr.write(`--${name} must be ${wanted} (got "${values[name as 'minutes' | 'seed']}")\n`);
    process.exit(2);
  }

const say = (text: string) => void process.stderr.write(text);
const { only, planted } = await chosen().catch((error: Error) => {
  say(`${error.message}\n`);
  process.exit(2);
});
const history = newHistory();
const interrupted = new AbortController();
const subject = await openSubject(planted);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (interrupted.signal.aborted) void subject.remove().then(() => process.exit(130));
    else say('\nInterrupted: finishing and checking; once more to stop at once.\n');
    interrupted.abort();
  });

const chance = seeded(seed + 3);
const refused = new Set<string>();
const accepted: Received[] = [];
/** Most deliveries are accepted; some are refused once, or not answered once. */
const receiver = await startTestReceiver((delivery): Reply => {
  const { event } = delivery;
  if (refused.has(event.event_id) || chance.below(100) >= 4) {
    accepted.push(delivery);
    return { status: 204 };
  }
  refused.add(event.event_id);
  return chance.below(4) === 0 ? 'hang' : { status: 500 };
});
const found: Found = { files: 0, shares: 0, frames: 0 };
let failed = 0;
const decoded = new Set<string>();
const asker = requestsTo(subject, history, new AbortController().signal);
const medium = await makeMedia(seed, path.join(subject.home.folder, 'media'));
/** What was asked for and has not ended for the receiver, of all that tells its end. */
const open = () => {
  const told = new Set(
    receiver.arrived.filter(({ event }) => isEnd(event)).map(({ event }) => subjectOf(event)),
  );
  return history.files
    .filter(({ fate }) => fate === 'there')
    .flatMap(({ id, made, members }) => [
      `${id}`,
      ...made.filter(({ kind, fate }) => kind === 'segmentation' && fate === 'there').map((one) => one.id),
      ...[...members].filter(([, fate]) => fate === 'there').map(([collection]) => `${id} ${collection}`),
    ])
    .filter((one) => !told.has(one)).length;
};
const client = clientOf({ seed, history, medium, asker, open });
const done = () => history.answered + receiver.arrived.length;
const misfortunes = misfortunesOf(subject, { seed, history, client, done, only });
let webhook = '';

const isEnd = ({ event_type: type }: Received['event']) => /\.job\.(completed|failed|deleted)$/.test(type);

/** What an event is about: a file, a segmentation, or a file in a collection. */
function subjectOf({ event_type, payload }: Received['event']): string {
  if (event_type.startsWith('collection.file.')) return `${payload.file_id} ${payload.collection_id}`;
  return String(event_type.startsWith('segment.') ? payload.segmentation_id : payload.id);
}

/** Waits until the service has nothing left to do. @returns what it will never finish */
async function rest(): Promise<string[]> {
  let before = '';
  for (let changed = Date.now(); Date.now() - changed < STUCK_MINUTES * MINUTE; await sleep(500)) {
    const left = await unfinishedIn(subject.dataDir);
    if (left.length === 0) return [];
    if (before !== left.join()) changed = Date.now();
    before = left.join();
    await deliverSoon();
  }
  return [`nothing happened for ${STUCK_MINUTES} minutes, and there is left: ${before}`];
}

async function deliverSoon(): Promise<void> {
  const rows = await openRows(subject.dataDir);
  const late = rows.all(
    `select id from webhook_deliveries where status = 'pending' and next_attempt_at > ${Date.now() + SOON_MS}`,
  );
  rows.close();
  for (const { id } of late) await asker.ask('POST', `/webhooks/${webhook}/deliveries/${id}/redeliver`);
}

/** Checks everything while nothing happens. */
async function check(): Promise<void> {
  await client.hold();
  history.lost.push(...(await rest()));
  Object.assign(found, { files: 0, shares: 0, frames: 0 });
  const rows = await openRows(subject.dataDir);
  history.lost.push(
    ...checkRows(rows),
    ...checkEvents(rows, { arrived: receiver.arrived, accepted }, history),
    ...(await checkFolder(rows, subject.dataDir, history)),
  );
  failed = failedByKills(rows);
  rows.close();
  await checkDoor(asker, subject, history, { found, decoded });
  client.resume();
}

const total = (tally: Tally) => [...tally.values()].reduce((sum, number) => sum + number, 0);
const list = (tally: Tally) => [...tally].map(([what, number]) => `${what} ${number}`).join(', ');
const events = () => new Set(receiver.arrived.map(({ event }) => event.event_id)).size;
let begun = Date.now();
const since = () => ((Date.now() - begun) / MINUTE).toFixed(1);

function progress(): void {
  const { answered, unanswered, files } = history;
  const acknowledged = files.filter(({ id }) => id !== undefined).length;
  const done = `${total(misfortunes.kills)} kills, ${acknowledged} files, ${events()} events`;
  const line = `${since()} of ${minutes} min, ${done}, ${answered} answers, ${unanswered} cut off`;
  say(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}; ${list(misfortunes.tally)}\n`);
}

async function main(): Promise<void> {
  await subject.start();
  webhook = await client.prepare(receiver.url);
  begun = Date.now();
  const working = client.work();
  const end = begun + minutes * MINUTE;
  const isOver = () => Date.now() >= end || interrupted.signal.aborted || history.lost.length > 0;
  while (!isOver()) {
    const calm = Math.min(end, Date.now() + CALM_MINUTES * MINUTE);
    await misfortunes.strike(() => isOver() || Date.now() >= calm);
    if (Date.now() < end && !isOver()) await check();
  }
  client.stop();
  await working;
  await check();
  if ((await subject.end('SIGTERM')) !== 0) history.lost.push('the service did not stop at the end');
}

const timer = setInterval(progress, process.stderr.isTTY ? 500 : MINUTE);
try {
  await main();
} catch (error) {
  history.lost.push(`the driver failed: ${error instanceof Error ? error.stack : error}`);
} finally {
  clearInterval(timer);
  if (process.stderr.isTTY) say('\r\x1b[K');
}
const { kills, tally } = misfortunes;
const acknowledged = history.files.filter(({ id }) => id !== undefined).length;
const facts = [
  `${since()} min`,
  `${total(kills)} kills (${list(kills)})`,
  `${['service stopped', 'disk full', 'clock jumped', 'folder taken', 'port taken', 'move killed'].map((act) => `${act} ${tally.get(act) ?? 0}`).join(', ')}`,
  `${acknowledged} files acknowledged and ${found.files} kept`,
  `${found.shares} shares decoded`,
  `${events()} events`,
  `${history.answered} answers and ${history.unanswered} requests cut off`,
  `${failed} failed after four kills`,
];
if (history.lost.length > 0) {
  say(`${facts.join('; ')}\n${history.lost.length} broken with --seed ${seed}:\n`);
  for (const what of history.lost.slice(0, SHOWN)) say(`  ${what}\n`);
  say(`The end of the log:\n${subject.log().slice(-40).join('\n')}\n`);
  process.exitCode = 1;
} else process.stdout.write(`${facts.join('; ')}: nothing lost (seed ${seed})\n`);
await receiver.close();
if (history.lost.length > 0 && values.planted === undefined)
  say(`What is left of it is kept, to be looked at: ${subject.dataDir}\n`);
else await subject.remove();

async function chosen() {
  const fault = values.planted === undefined ? undefined : await plantable(values.planted);
  return { only: (values.only ?? []).map(actOf), planted: fault };
}
