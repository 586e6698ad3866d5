import * as z from 'zod';
import { waitUntilDone } from '../../../client/wait/engine.ts';
import { look, type WaitTarget } from '../../../client/wait/kinds.ts';
import { operations } from '../../../contract/index.ts';
import { type Answer, Refusal } from '../result.ts';
import { demand } from '../rights.ts';
import { type Call, gapsIn, idOf, pick, tool } from '../tool.ts';
import { waitCall, waitSeconds } from './status.ts';

const query = operations['moment.list'].query.shape;
const attach = operations['moment-criteria.attach'];
const { name, instructions } = attach.body.shape.criterion.shape;

export const moments = tool({
  name: 'moments',
  description:
    'Moments that meet a criterion, in a collection of the type moments. With find: attaches that criterion first, which runs over every file and may cost credits; one that is there already is not run again.',
  input: z.object({
    collection: z.string(),
    find: z.object({ name, instructions: instructions.describe('What to find') }).optional(),
    wait_seconds: waitSeconds(),
    cost_limit: attach.query.shape.cost_limit.describe('Start nothing that costs more credits'),
    criterion_name: query.criterion_name,
    file: z.string().optional(),
    min_score: query.min_score.describe('0 to 1'),
  }),
  sends: ['moment-criteria.attach', 'moment.list'],
  async run({ collection, find, wait_seconds, cost_limit, criterion_name, file, min_score }, call) {
    if (find) demand(call.rights, ['write'], 'Attaching a criterion');
    const collection_id = await idOf(call, 'collection_id', collection);
    const attached = find && (await attachedFor(call, collection_id, find, cost_limit));
    const target: WaitTarget | undefined = attached && {
      kind: 'moment-criteria',
      params: { collection_id },
      item: attached.id,
    };
    const ended = target && (await untilEnded(call, target, wait_seconds));
    const wanted = find?.name ?? criterion_name;
    const asked = {
      ...(wanted === undefined ? {} : { criterion_name: wanted }),
      ...(file === undefined ? {} : { file_id: await idOf(call, 'file_id', file) }),
      ...(min_score === undefined ? {} : { min_score }),
    };
    const listed = await list(call, collection_id, asked);
    if (!attached || !target) return listed;
    const how = attached.made ? 'attached' : 'there already; nothing was run or charged';
    return {
      ...listed,
      summary: `The criterion was ${how}: ${ended === 'timed_out' ? 'not done yet' : ended}. ${listed.summary}`,
      head: { ...listed.head, attachment_id: attached.id },
      next: ended === 'timed_out' ? waitCall(target) : listed.next,
    };
  },
});

interface Attached {
  readonly id: string;
  readonly made: boolean;
}

/** The criterion of the collection with that name; attached, if there is none. @throws Refusal if it says something else */
async function attachedFor(
  { client, signal }: Call,
  collection_id: string,
  find: { name: string; instructions: string },
  cost_limit: number | undefined,
): Promise<Attached> {
  const collection = await client.call('collection.get', { params: { collection_id } }, { signal });
  const there = collection.moments_config?.criteria.find((one) => one.criterion_name === find.name);
  if (
    there &&
    there.criterion?.instructions !== undefined &&
    there.criterion.instructions !== find.instructions
  )
    throw new Refusal(
      'A criterion with that name and other instructions is attached already: choose another name.',
      'conflict',
    );
  if (there) return { id: there.attachment_id, made: false };
  const made = await client.call(
    'moment-criteria.attach',
    {
      params: { collection_id },
      query: cost_limit === undefined ? {} : { cost_limit },
      body: { criterion: find },
    },
    { signal },
  );
  return { id: made.attachment_id, made: true };
}

async function untilEnded(
  { client, signal, progress }: Call,
  target: WaitTarget,
  seconds: number,
): Promise<string> {
  let changes = 0;
  const { outcome } = await waitUntilDone((stop) => look(client, target, stop), {
    timeout: seconds,
    interval: 0.5,
    signal,
    onChange: (seen) => {
      changes += 1;
      progress(changes, undefined, seen.progress ?? seen.status);
    },
  });
  return outcome;
}

const momentFields = [
  ...['file_id', 'start_time', 'end_time', 'criterion_name', 'title', 'reason', 'rank_score', 'speakers'],
  ...['criterion_score', 'properties', 'judged_by'],
];

/** Why there is no moment: nothing was looked for, not all was looked at yet, or nothing meets it. */
async function noneIn(
  { client, signal }: Pick<Call, 'client' | 'signal'>,
  collection_id: string,
  { criterion_name: wanted }: Asked,
): Promise<Pick<Answer, 'summary' | 'next'>> {
  const { moments_config, file_count } = await client.call(
    'collection.get',
    { params: { collection_id } },
    { signal },
  );
  const criteria = (moments_config?.criteria ?? []).filter(
    (one) => wanted === undefined || one.criterion_name === wanted,
  );
  if (criteria.length === 0)
    return {
      summary: `${wanted === undefined ? 'No criterion' : 'No criterion of that name'} is attached: nothing was looked for. Attach one: moments with find.`,
    };
  if (file_count === 0) return { summary: 'The collection has no files: nothing was looked at.' };
  const open = criteria.find(
    ({ backfill_status: status }) => status === 'pending' || status === 'processing',
  );
  if (open) {
    const { attachment_id, files_completed, files_total } = open;
    const far = files_total === undefined ? '' : ` (${files_completed ?? 0} of ${files_total} files)`;
    const target: WaitTarget = { kind: 'moment-criteria', params: { collection_id }, item: attachment_id };
    return { summary: `No moment yet: the files are still being looked at${far}.`, next: waitCall(target) };
  }
  const failed = criteria.reduce((sum, { files_failed = 0 }) => sum + files_failed, 0);
  return failed === 0
    ? { summary: 'No moment meets it.' }
    : { summary: `No moment meets it in the files that were looked at; ${failed} could not be.` };
}

/** What is asked of a list of moments. */
interface Asked {
  readonly criterion_name?: string;
  readonly file_id?: string;
  readonly min_score?: number;
}

async function list(
  { client, signal }: Call,
  collection_id: string,
  asked: Asked,
  cursor?: string,
): Promise<Answer> {
  const found = await client.call(
    'moment.list',
    { params: { collection_id }, query: { ...asked, limit: 100, ...(cursor ? { cursor } : {}) } },
    { signal },
  );
  const { total, next_cursor } = found;
  if (total === 0)
    return { ...(await noneIn({ client, signal }, collection_id, asked)), head: gapsIn(found) };
  return {
    summary: `${total} moment${total === 1 ? '' : 's'}.`,
    head: gapsIn(found),
    items: found.moments.map((one) => ({
      ...pick(one, momentFields),
      quotes: one.evidence.quotes?.map(({ text }) => text),
    })),
    next:
      next_cursor === undefined
        ? undefined
        : {
            tool: 'call',
            arguments: {
              operation: 'moment.list',
              params: { collection_id },
              query: { ...asked, limit: 100, cursor: next_cursor },
            },
          },
  };
}
