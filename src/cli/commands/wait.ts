import { defaultWait } from '../../client/wait/defaults.ts';
import type { WaitKind, WaitTarget } from '../../client/wait/kinds.ts';
import { waitFlags } from '../common-flags.ts';
import { UsageError } from '../errors.ts';
import { type ExitStatus, exit } from '../exit.ts';
import { defineCommand } from '../model.ts';
import { local } from '../plan.ts';
import { choice, id, many, needed } from '../values.ts';

/** The names of an id's parts, by kind; those of most have one. The last part of a criterion is its attachment. */
const parts: Readonly<Record<WaitKind, readonly string[]>> = {
  file: ['file_id'],
  'collection-file': ['collection_id', 'file_id'],
  segmentation: ['segmentation_id'],
  'deep-search': ['id'],
  share: ['id'],
  'moment-criteria': ['collection_id', 'attachment_id'],
  extract: ['job_id'],
  describe: ['job_id'],
  frames: ['frame_extraction_id'],
  'face-detect': ['face_detection_id'],
  'face-match': ['face_match_id'],
  'find-moments': ['job_id'],
};

const kinds = Object.keys(parts) as WaitKind[];
const { timeout, interval } = waitFlags;

const wait = defineCommand({
  name: 'wait',
  about:
    'Ends when all of them have ended. The exit status is 0 when all are completed, 10 when one failed, 11 when one was cancelled, 124 when the time ran out. A file of a collection is COLLECTION_ID/FILE_ID, a criterion COLLECTION_ID/ATTACHMENT_ID.',
  arguments: { kind: needed(choice(kinds, 'What they are')), id: needed(many(id('Their ids'))) },
  flags: { timeout, interval },
  examples: [
    { does: 'Two files', line: 'wait file FILE_ID OTHER_FILE_ID' },
    {
      does: 'A backfill, at most an hour',
      line: 'wait moment-criteria COLLECTION_ID/ATTACHMENT_ID --timeout 1h',
    },
  ],
  plan: ({ kind, id, timeout = defaultWait.timeout, interval = defaultWait.interval }) => {
    const targets = id.map((one) => targetOf(kind, one));
    return local(async (session) => {
      const { waitFor } = await import('../run/wait.ts');
      const ended: { value: unknown; status: ExitStatus }[] = [];
      const end = performance.now() + timeout * 1000;
      for (const target of targets) {
        const left = Math.max(0.001, (end - performance.now()) / 1000);
        ended.push(await waitFor(session, target, { timeout: left, interval }));
      }
      const values = ended.map(({ value }) => value);
      return { value: values.length === 1 ? values[0] : values, text: '', status: worst(ended) };
    });
  },
});

function targetOf(kind: WaitKind, id: string): WaitTarget {
  const names = parts[kind];
  const given = id.split('/');
  if (given.length !== names.length || given.includes(''))
    throw new UsageError(`The id of a ${kind} is ${names.join('/')} (got ${JSON.stringify(id)})`);
  const all = Object.fromEntries(names.map((name, index) => [name, given[index] ?? '']));
  const { attachment_id: member, ...params } = all;
  return member === undefined ? { kind, params } : { kind, params, member };
}

/** What went worst decides: a failure, then a cancellation, then time that ran out. */
function worst(ended: readonly { status: ExitStatus }[]): ExitStatus {
  const order: ExitStatus[] = [exit.jobFailed, exit.jobCancelled, exit.timedOut];
  return order.find((status) => ended.some((one) => one.status === status)) ?? exit.done;
}

export const commands = [wait];
