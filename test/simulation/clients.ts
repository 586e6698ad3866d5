/** What clients ask in a day, through the real client, and what they were told. */
import { type Client, clientOver } from '../../src/client/client.ts';
import { ApiError, NetworkError, VauError } from '../../src/client/errors.ts';
import { sendRest, UploadGone } from '../../src/client/resume/resume.ts';
import { createUpload, description, sendBytes } from '../../src/client/resume/tus.ts';
import { waitUntilDone } from '../../src/client/wait/engine.ts';
import { look } from '../../src/client/wait/kinds.ts';
import { outlineOf } from '../../src/contract/operations/outline.ts';
import { type Seeded, seeded } from '../support/seeded.ts';
import type { Act, Asked } from './plan.ts';
import { filmOf } from './stand-ins/media.ts';
import { after, elapsed } from './world/clock.ts';
import { transport } from './world/network.ts';

/** A file that a client was told is there. */
export interface KnownFile {
  readonly id: string;
  readonly content: Buffer;
  /** Whether a client asked for its deletion, and whether it was told that it is deleted. */
  deletion: 'none' | 'asked' | 'told';
}

/** What clients know: whatever they were told must stay true. */
export interface Knowledge {
  readonly files: KnownFile[];
  /** With what a client was told of each. */
  readonly collections: { readonly id: string; deletion: KnownFile['deletion'] }[];
  readonly attachments: {
    readonly id: string;
    readonly collection: string;
    deletion: KnownFile['deletion'];
  }[];
  readonly runs: { readonly id: string; deletion: KnownFile['deletion'] }[];
  /** Files that were told to be in a collection; left out again if anybody asked to take them out. */
  readonly members: Set<string>;
  readonly faults: string[];
}

export const newKnowledge = (): Knowledge => ({
  ...{ files: [], collections: [], attachments: [], runs: [], members: new Set(), faults: [] },
});

export const clientWith = (token: string): Client =>
  clientOver({ operation: outlineOf, open: async () => transport }, { baseUrl: 'http://vau.test/v1', token });

const NAMES = ['promises', 'prices', 'names'] as const;
const criterionOf = (name: string) => ({ criterion: { name, instructions: `Find ${name}.` } });

interface Asking {
  readonly client: Client;
  readonly known: Knowledge;
  readonly luck: Seeded;
}

type Request = (asking: Asking) => Promise<void>;

const requests: Readonly<Record<Asked, Request>> = {
  upload: async ({ client, known, luck }) => {
    const fault = (['none', 'none', 'none', 'none', 'broken', 'shaky'] as const)[luck.below(6)] ?? 'none';
    const content = filmOf(1 + luck.below(200), `film-${luck.below(1e6)}`, fault);
    const described = description({ filename: `film-${luck.below(1e6)}.mp4` });
    const id = await createUpload(client, content.length, described);
    const size = Math.ceil(content.length / 3);
    let acknowledged = 0;
    const from = async function* (offset: number) {
      if (offset < acknowledged)
        known.faults.push(`upload ${id} had ${acknowledged} bytes for certain, and now has ${offset}`);
      for (let at = offset; at < content.length; at += size) yield content.subarray(at, at + size);
    };
    const isLater = luck.below(2) === 0;
    if (isLater) {
      await sendBytes(client, id, { offset: 0, length: size, content: () => first(from(0)) });
      acknowledged = size;
      await after(luck.below(4_000));
    }
    await sendRest(client, { id, bytes: content.length, from, ...(!isLater && { offset: 0 }) });
    known.files.push({ id, content, deletion: 'none' });
    await waitFor(client, known, id, luck);
  },
  'find-moments': async ({ client, known, luck }) => {
    const file = luck.pick(known.files);
    const run = await client.call('find-moments.create', {
      body: { url: `vau://files/${file.id}`, ...criterionOf(luck.pick(NAMES)) },
    });
    known.runs.push({ id: run.job_id, deletion: 'none' });
  },
  collect: async ({ client, known, luck }) => {
    const made = await client.call('collection.create', {
      body: { name: `collection ${luck.below(1e6)}`, collection_type: 'moments' },
    });
    known.collections.push({ id: made.id, deletion: 'none' });
    for (const file of known.files.slice(-2)) await addTo(client, known, made.id, file.id);
    await attachTo(client, known, made.id, luck.pick(NAMES));
  },
  recollect: async ({ client, known, luck }) =>
    addTo(client, known, luck.pick(known.collections).id, luck.pick(known.files).id),
  attach: async ({ client, known, luck }) =>
    attachTo(client, known, luck.pick(known.collections).id, luck.pick(NAMES)),
  detach: async ({ client, known, luck }) => {
    const one = luck.pick(known.attachments);
    const params = { collection_id: one.collection, attachment_id: one.id };
    await deletion(one, () => client.call('moment-criteria.detach', { params }));
  },
  uncollect: async ({ client, known, luck }) => {
    const pair = luck.pick([...known.members]);
    const [collection_id = '', file_id = ''] = pair.split(' ');
    known.members.delete(pair);
    await client.call('media.remove', { params: { collection_id, file_id } });
  },
  'delete-file': async ({ client, known, luck }) => {
    const file = luck.pick(known.files);
    await deletion(file, () => client.call('file.delete', { params: { file_id: file.id } }));
    if (file.deletion === 'told')
      await isGone(known, () => client.call('file.get', { params: { file_id: file.id } }));
  },
  'delete-run': async ({ client, known, luck }) => {
    const run = luck.pick(known.runs);
    await deletion(run, () => client.call('find-moments.delete', { params: { job_id: run.id } }));
  },
  'delete-collection': async ({ client, known, luck }) => {
    const one = luck.pick(known.collections);
    const params = { collection_id: one.id };
    await deletion(one, () => client.call('collection.delete', { params }));
    if (one.deletion === 'told') await isGone(known, () => client.call('collection.get', { params }));
  },
  redo: async ({ client, known, luck }) => {
    const params = { collection_id: luck.pick(known.collections).id };
    await client.call('redo.collection', { params, body: { modalities: ['speech'], scope: 'all' } });
  },
};

async function* first<T>(all: AsyncIterable<T>): AsyncIterable<T> {
  for await (const one of all) {
    yield one;
    return;
  }
}

async function addTo(client: Client, known: Knowledge, collection_id: string, file_id: string) {
  await client.call('media.add', { params: { collection_id }, body: { file_id } });
  known.members.add(`${collection_id} ${file_id}`);
}

async function attachTo(client: Client, known: Knowledge, collection: string, name: string) {
  const made = await client.call('moment-criteria.attach', {
    params: { collection_id: collection },
    body: criterionOf(name),
  });
  known.attachments.push({ id: made.attachment_id, collection, deletion: 'none' });
}

async function deletion(one: { deletion: KnownFile['deletion'] }, ask: () => Promise<unknown>) {
  if (one.deletion === 'none') one.deletion = 'asked';
  await ask();
  one.deletion = 'told';
}

/** What was deleted is not there for anybody who asks later. */
async function isGone(known: Knowledge, ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
    known.faults.push('what was deleted is still shown');
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

/** The wait engine ends in time, and says that a file has ended only once it has. */
async function waitFor(client: Client, known: Knowledge, id: string, luck: Seeded): Promise<void> {
  const timeout = 1 + luck.below(20);
  const began = elapsed();
  const target = { kind: 'file', params: { file_id: id } } as const;
  const polls: string[] = [];
  const end = await waitUntilDone((signal) => look(client, target, signal), {
    timeout,
    interval: 0.2 + luck.below(20) / 10,
    faults: 30,
    onChange: ({ status }) => polls.push(status),
  }).finally(() => {
    const took = (elapsed() - began) / 1_000;
    if (took > timeout + 0.01) known.faults.push(`a wait for ${timeout} s took ${took} s`);
  });
  if (end.outcome !== 'timed_out' && polls.at(-1) !== end.seen.status)
    known.faults.push(`a wait ended with ${end.seen.status} after it had shown ${polls}`);
  if (end.outcome === 'unknown' || end.outcome === 'cancelled')
    known.faults.push(`a wait for a file ended ${end.outcome}`);
}

/** A request of a client. That it is refused, or gets no answer, is no fault. */
export async function ask(client: Client, known: Knowledge, { what, luck }: Act): Promise<void> {
  try {
    await requests[what as Asked]({ client, known, luck: seeded(luck) });
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError || error instanceof UploadGone) return;
    if (error instanceof VauError) known.faults.push(`a client could not read an answer: ${error.message}`);
    else if (!/nothing to pick from/.test(String(error))) throw error;
  }
}

/** Whether an act is a request of a client. */
export const isAsked = (what: string): what is Asked => Object.hasOwn(requests, what);
