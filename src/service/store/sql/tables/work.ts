import { deliveryStatuses } from '../../../../contract/values/enums.ts';
import { account, flag, id, integer, json, serial, table, text } from './column.ts';

/** Webhooks, events, deletions and jobs. */
export const work = {
  webhooks: table({
    id,
    account_id: account,
    /** Null until one is given: nothing is delivered. */
    endpoint: text.orNull(),
    description: text.orNull(),
    /** Array of event names. */
    subscribed_events: json,
    /** Encrypted: see store/secrets/secret-box.ts. */
    secret: text,
    active: flag.default(1),
    created_at: integer,
    /** The secret before the last rotation; it signs deliveries too until `previous_until` (Unix ms). */
    previous_secret: text.orNull(),
    previous_until: integer.orNull(),
    /** When the first attempt failed since the last one that succeeded (Unix ms). */
    failing_since: integer.orNull(),
    /** Why the service stopped the deliveries, for people. */
    disabled_reason: text.orNull(),
  }).indexes(
    'webhooks_account (account_id, created_at, id)',
    'webhooks_unfinished (id) where active = 1 and endpoint is not null',
  ),

  /** An event is written in the transaction that caused it, with its deliveries to webhooks. */
  events: table({
    seq: serial,
    id: text.unique(),
    account_id: account,
    event_type: text,
    payload: json,
    created_at: integer,
  }).indexes('events_created (created_at)'),

  /** An event for one webhook. */
  webhook_deliveries: table({
    /** The order of deliveries about one resource. */
    seq: serial,
    id: text.unique(),
    account_id: account,
    webhook_id: text.references('webhooks'),
    event_id: text.references('events'),
    event_type: text,
    /** What the event is about. Deliveries of a webhook about one resource are made one after the other. */
    resource: text,
    status: text.oneOf(deliveryStatuses).default('pending'),
    /** Failed attempts. */
    tries: integer.default(0),
    /** Attempts that may fail before the delivery is given up. */
    max_tries: integer,
    /** Unix ms; null while an earlier delivery about the same resource is pending, and once it has ended. */
    next_attempt_at: integer.orNull(),
    created_at: integer,
    ended_at: integer.orNull(),
  }).indexes(
    'webhook_deliveries_webhook (webhook_id, seq)',
    'webhook_deliveries_status (webhook_id, status, seq)',
    'webhook_deliveries_event (event_id)',
    'webhook_deliveries_account (account_id)',
    "webhook_deliveries_unfinished (webhook_id, resource, seq) where status = 'pending'",
    "webhook_deliveries_due (webhook_id, next_attempt_at) where status = 'pending'",
  ),

  /** One request to a receiver. */
  webhook_attempts: table({
    delivery_id: text.references('webhook_deliveries'),
    /** 1 for the first. */
    number: integer,
    started_at: integer,
    /** Null while it runs, and forever if the service stopped meanwhile. */
    duration_ms: integer.orNull(),
    /** Null if no response came. */
    status_code: integer.orNull(),
    error: text.orNull(),
    /** The first bytes of the response's body, as text. */
    answer: text.orNull(),
  }).primaryKey('delivery_id', 'number'),

  /** What is being deleted: see store/sql/deletions.ts. */
  deletions: table({
    /** The row's id; of a collection file, the collection's and the file's with a space between them. */
    id,
    created_at: integer,
    /** Of a collection file, its file's id. */
    file_id: text.orNull(),
    /** Whether the collection file was added again: then only the rows below it are deleted. */
    replaced: flag.default(0),
  }).withoutRowid(),

  jobs: table({
    id: serial,
    kind: text,
    payload: json,
    /** At most one unfinished job per key; also used to cancel the job. */
    dedupe_key: text.orNull(),
    /** `later` until it is due. */
    state: text.oneOf(['later', 'ready', 'running']).default('ready'),
    /** Its owner; empty if it has none. */
    account_id: text.default(''),
    /** The file it works on; empty if there is none. */
    file_id: text.default(''),
    /** Its round among the jobs of its kind and account, lower first: jobs of one file are in different rounds. */
    turn: integer.default(0),
    /** Its place in that round, lower first: the time it was added, later for larger files. */
    rank: integer,
    /** Earliest time to run. */
    run_at: integer,
    attempts: integer.default(0),
    /** What the ends of its workers say against it, in points: see queue/fault-points.ts. */
    deaths: integer.default(0),
    /** Whether its worker has begun the work, not just claimed the job. */
    begun: flag.default(0),
    max_attempts: integer,
    /** Fencing token of the last claim; 0 before the first. */
    token: integer.default(0),
    worker_id: text.orNull(),
    lease_until: integer.orNull(),
    last_error: text.orNull(),
    /** It was enqueued again while running: it may have read old data, so it runs once more. */
    again: flag.default(0),
    created_at: integer,
  }).indexes(
    'unique jobs_key (dedupe_key) where dedupe_key is not null',
    "jobs_ready (kind, account_id, turn, rank, id) where state = 'ready'",
    "jobs_later (run_at) where state = 'later'",
    "jobs_running (lease_until) where state = 'running'",
    'jobs_file (file_id, account_id, kind, turn)',
  ),

  /** A single row: the last fencing token issued. It only grows, over all jobs. */
  fences: table({
    id: integer.primaryKey(),
    value: integer,
  }).constraint('check (id = 1)'),

  /** The last claimed job of a kind and account: its round, and its fencing token, which orders claims in time. */
  turns: table({
    kind: text,
    account_id: text,
    turn: integer,
    token: integer,
  })
    .primaryKey('kind', 'account_id')
    .withoutRowid(),
};
