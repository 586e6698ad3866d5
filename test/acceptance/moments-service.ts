/** A moments collection on loopback for attaching criteria; its backfill ends at the second poll. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../src/contract/index.ts';
import type { Answer, Arrived, Scripted } from './harness.ts';

export const collection = '0b6a1a52-9f3c-4c1e-8a51-00000000000c';

export interface Attached {
  attachment_id: string;
  criterion_name: string;
  criterion_hash: string;
  criterion: Record<string, unknown>;
  options: Record<string, unknown>;
  backfill_status: string;
  files_total: number;
  files_completed: number;
  files_failed: number;
  created_at: number;
}

export interface MomentsService {
  readonly attached: Attached[];
  /** Final state of each backfill. */
  ending: 'completed' | 'completed_with_failures';
  /** Responses for other paths. */
  more: (request: Arrived) => Answer | undefined;
  /** Number of attach requests. */
  posts(): number;
}

/** Makes the scripted service respond like that; attachments stay until the next call. */
export function moments(service: Scripted): MomentsService {
  const self: MomentsService = {
    attached: [],
    ending: 'completed',
    more: () => undefined,
    posts: () => service.arrived.filter(({ method }) => method === 'POST').length,
  };
  const path = `/v1/collections/${collection}`;
  service.script = (request) => {
    if (request.path === `${path}/moment-criteria`) return { status: 201, json: attach(self, request.body) };
    if (request.path === path) return { json: look(self) };
    return self.more(request) ?? { status: 404, json: { error: `no ${request.path} here` } };
  };
  return self;
}

function attach(self: MomentsService, body: unknown): Attached {
  const { criterion, ...options } = body as { criterion: Attached['criterion'] };
  const one: Attached = {
    attachment_id: `0b6a1a52-9f3c-4c1e-8a51-0000000001${String(self.attached.length).padStart(2, '0')}`,
    criterion_name: String(criterion.name),
    criterion_hash: createHash('sha256').update(canonicalJson(criterion)).digest('hex'),
    criterion,
    options,
    backfill_status: 'pending',
    files_total: 3,
    files_completed: 0,
    files_failed: 0,
    created_at: 1_790_000_000_000,
  };
  self.attached.push(one);
  return one;
}

function look(self: MomentsService): object {
  const criteria = structuredClone(self.attached);
  const failed = self.ending === 'completed' ? 0 : 2;
  for (const one of self.attached)
    Object.assign(one, { backfill_status: self.ending, files_completed: 3 - failed, files_failed: failed });
  return {
    id: collection,
    object: 'collection',
    name: 'calls',
    description: null,
    collection_type: 'moments',
    created_at: 1_790_000_000_000,
    file_count: 3,
    moments_config: { criteria },
  };
}
