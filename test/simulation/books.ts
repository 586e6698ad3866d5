/** What must hold after every step of a day, and at its end: the rows of the store, the objects and what receivers got. */
import { type EventName, events } from '../../src/contract/values/events.ts';
import type { NativeStatement, SqliteValue } from '../../src/service/store/sqlite/sqlite-module.ts';
import type { Knowledge } from './clients.ts';
import { openForBooks, takeChanged } from './world/database.ts';
import { filesBelow, find } from './world/disk.ts';
import type { Delivered } from './world/network.ts';

type Row = Readonly<Record<string, SqliteValue>>;

const OPEN = `('pending', 'processing')`;

/** The state that an event says its row has. */
const SAID = {
  'file.job.completed': ['files', 'id', 'completed'],
  'file.job.failed': ['files', 'id', 'failed'],
  'find_moments.job.completed': ['find_moments_runs', 'job_id', 'completed'],
  'find_moments.job.failed': ['find_moments_runs', 'job_id', 'failed'],
} as const;

/** Each gives a row for every fault. They read little, and are asked after each transaction that changed what they read. */
const ALWAYS: Readonly<Record<string, string>> = {
  'the balance is not the sum of the ledger': `select id, balance_micros from accounts as a where balance_micros <>
    (select coalesce(sum(amount_micros), 0) from ledger where account_id = a.id) or balance_micros < 0`,
  'a run is charged or given back twice': `select subject, kind, count(*) as times from ledger
    where subject is not null group by subject, kind having count(*) > 1`,
  'a run that has ended is not paid for as it should be': `select r.id, r.status, r.cost_micros, coalesce(l.paid, 0) as paid
    from find_moments_runs as r left join (select subject, -sum(amount_micros) as paid from ledger group by subject) as l
      on l.subject = r.id
    where (r.status in ('failed', 'cancelled') and coalesce(l.paid, 0) <> 0)
      or (r.status in ('completed', 'processing') and coalesce(l.paid, 0) <= 0)
      or coalesce(r.cost_micros, 0) <> coalesce(l.paid, 0)`,
  'a state and its event were not written together': Object.entries(SAID)
    .map(
      ([type, [table, field, status]]) => `
    select '${type}' as type, s.id, (select count(*) from events where event_type = '${type}'
      and json_extract(payload, '$.${field}') = s.id) as events, s.status from ${table} as s
    where (s.status = '${status}') <> exists (select 1 from events where event_type = '${type}'
      and json_extract(payload, '$.${field}') = s.id)`,
    )
    .join(' union all '),
  'a run was ended twice': `select json_extract(payload, '$.job_id') as id, count(*) as times from events
    where event_type in ('find_moments.job.completed', 'find_moments.job.failed') group by 1 having count(*) > 1`,
  'a file was ended twice': `select json_extract(payload, '$.id') as id, count(*) as times from events
    where event_type in ('file.job.completed', 'file.job.failed') group by 1 having count(*) > 1`,
  'two deliveries about a resource are due at once': `select webhook_id, resource, count(*) as due from webhook_deliveries
    where status = 'pending' and next_attempt_at is not null group by 1, 2 having count(*) > 1`,
  'a run has results that it should not have': `select r.id, r.status, r.total_moments, count(m.id) as found
    from find_moments_runs as r left join moments as m on m.run_id = r.id
    where r.id not in (select id from deletions) and r.file_id not in (select id from deletions)
    group by r.id having count(m.id) <> case when r.status = 'completed' then r.total_moments else 0 end`,
  'a pair of file and criterion has two runs': `select file_id, run_key, heard, count(*) as runs from find_moments_runs
    where status in ('pending', 'processing', 'completed') and id not in (select id from deletions)
    group by file_id, run_key, heard having count(*) > 1`,
};

/** The events after this one without exactly one delivery to this webhook. */
const UNTOLD = `select e.id, e.event_type, count(d.id) as deliveries from events as e
  join webhooks as w on w.id = ? and w.account_id = e.account_id
  left join webhook_deliveries as d on d.event_id = e.id and d.webhook_id = w.id
  where e.seq > ? group by e.id having count(d.id) <> 1`;

/** What must hold once everything is calm. */
const AT_THE_END: Readonly<Record<string, string>> = {
  'a delivery is pending': `select id, event_type from webhook_deliveries where status = 'pending'`,
  'a criterion was not applied to a file of its collection': `select a.id, f.file_id, f.status, c.status as applied
    from moment_attachments as a join collection_files as f on f.collection_id = a.collection_id
    left join criterion_files as c on c.attachment_id = a.id and c.file_id = f.file_id
    left join find_moments_runs as r on r.id = c.run_id
    where c.status is null or (f.status = 'completed' and c.run_id is not null and c.status is not r.status)
      or (f.status = 'completed' and c.status = 'completed' and r.id is null)`,
  'a list of moments differs from the runs': `select c.attachment_id, c.file_id, count(l.moment_id) as listed,
      (select count(*) from moments where run_id = c.run_id) as found
    from criterion_files as c left join collection_moments as l
      on l.attachment_id = c.attachment_id and l.file_id = c.file_id
    where c.status = 'completed' group by c.attachment_id, c.file_id having listed <> found`,
  'moments are listed that belong to no run of their criterion': `select l.attachment_id, l.moment_id
    from collection_moments as l left join criterion_files as c
      on c.attachment_id = l.attachment_id and c.file_id = l.file_id and c.run_id = l.run_id
    where c.run_id is null`,
  'a redo does not count its files': `select id, status, files_total, files_completed, files_failed from redos
    where status = 'failed' or files_completed + files_failed <> files_total`,
};

/** Rows that are not at rest, by what they are. */
const UNFINISHED: Readonly<Record<string, string>> = {
  jobs: `select id, kind, state, run_at, payload, attempts, deaths, last_error from jobs`,
  files: `select id, status from files where status in ${OPEN}`,
  collection_files: `select collection_id, file_id, status from collection_files where status in ${OPEN}`,
  find_moments_runs: `select id, status from find_moments_runs where status in ${OPEN}`,
  moment_attachments: `select id, status from moment_attachments where status in ${OPEN}`,
  redos: `select id, status from redos where status in ${OPEN}`,
  deletions: 'select id from deletions',
  webhook_deliveries: `select id from webhook_deliveries where status = 'pending'`,
};

export class Books {
  readonly #known: Knowledge;
  readonly #fault: (what: string) => void;
  #database: ReturnType<typeof openForBooks> | undefined;
  #statements = new Map<string, NativeStatement>();
  /** What a receiver got, by resource: the events in the order in which they came first. */
  readonly #received = new Map<string, string>();
  /** By webhook, the last event before it: times do not tell, because the clock is set back. */
  readonly #toldAfter = new Map<string, number>();

  /** What the webhook is told. */
  readonly subscribed: EventName[] = [...events];

  constructor(known: Knowledge, fault: (what: string) => void) {
    this.#known = known;
    this.#fault = fault;
  }

  /** Closed before a power cut; it opens again by itself. */
  close(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  #rows(sql: string, ...values: SqliteValue[]): Row[] {
    this.#database ??= openForBooks();
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement.all(...values) as Row[];
  }

  #hold(rules: Readonly<Record<string, string>>): void {
    for (const [what, sql] of Object.entries(rules)) {
      const [found] = this.#rows(sql);
      if (found) this.#fault(`${what}: ${JSON.stringify(found)}`);
    }
  }

  hasWebhook(): boolean {
    return this.#toldAfter.size > 0 || this.#rows('select id from webhooks').length > 0;
  }

  checkNow(): void {
    if (!takeChanged()) return;
    this.#hold(ALWAYS);
    this.#checkToldOf();
    this.#checkOriginals();
  }

  #checkToldOf(): void {
    for (const { id } of this.#rows('select id from webhooks')) {
      const after = this.#toldAfter.get(String(id));
      if (after === undefined) {
        const [{ last } = {}] = this.#rows('select coalesce(max(seq), 0) as last from events');
        this.#toldAfter.set(String(id), Number(last));
        continue;
      }
      const [untold] = this.#rows(UNTOLD, String(id), after);
      if (untold) this.#fault(`an event has no delivery, or two: ${JSON.stringify(untold)}`);
    }
  }

  /** An event reaches a receiver: all before it about the same resource have, unless they were given up. */
  receive({ event_id, event_type }: Delivered, _accepted: boolean): void {
    this.#received.set(event_id, event_type);
    for (const { event_id: before, event_type: type } of this.#rows(
      `select d.event_id, d.event_type from webhook_deliveries as d join webhook_deliveries as own on own.event_id = ?
        where d.webhook_id = own.webhook_id and d.resource = own.resource and d.seq < own.seq and d.status <> 'failed'`,
      event_id,
    ))
      if (!this.#received.has(String(before)))
        this.#fault(`${event_type} ${event_id} reached the receiver before ${type} ${before}`);
    if (this.#rows('select id from events where id = ?', event_id).length === 0)
      this.#fault(`the receiver was told of ${event_type}, which never happened`);
  }

  /** Whether all is done, or when the next job is due that waits for longer: Unix milliseconds. */
  rest(): 'none' | 'soon' | number {
    if (Object.values(UNFINISHED).every((sql) => this.#rows(sql).length === 0)) return 'none';
    const [{ ready = 0, next = 0 } = {}] = this.#rows(
      `select coalesce(sum(state <> 'later' or run_at < ?), 0) as ready, coalesce(min(run_at), 0) as next from jobs`,
      Date.now() + 30_000,
    );
    return Number(ready) > 0 || Number(next) === 0 ? 'soon' : Number(next);
  }

  unfinished(): string {
    const left = Object.entries(UNFINISHED).flatMap(([name, sql]) => {
      const rows = this.#rows(sql);
      return rows.length === 0 ? [] : [`${name}: ${JSON.stringify(rows.slice(0, 3))}`];
    });
    return left.join('; ');
  }

  checkEnd(): void {
    this.#hold(ALWAYS);
    this.#checkToldOf();
    this.#hold(AT_THE_END);
    this.#checkFiles();
    this.#checkDeleted();
    this.#checkDelivered();
  }

  #checkFiles(): void {
    for (const { id, content, deletion } of this.#known.files) {
      const [row] = this.#rows('select status, error from files where id = ?', id);
      const original = find(`data/objects/files/${id}/original`);
      const isThere = original?.kind === 'file' && original.data.equals(content);
      if (deletion === 'told') {
        if (row) this.#fault(`file ${id} was deleted and is there`);
        const left = filesBelow(`data/objects/files/${id}`);
        if (left.length > 0) this.#fault(`file ${id} was deleted, and left ${left}`);
      } else if (deletion === 'none') {
        if (!row) this.#fault(`file ${id} was acknowledged and is lost`);
        if (!isThere) this.#fault(`the original of file ${id} is lost or differs`);
        const isBroken = content.includes(' broken ');
        if (row && isBroken && row.status !== 'failed') this.#fault(`the broken file ${id} is ${row.status}`);
        const thumbnail = find(`data/objects/files/${id}/thumbnail.jpg`);
        if (row?.status === 'completed' && !(thumbnail?.kind === 'file' && thumbnail.data.length > 0))
          this.#fault(
            `file ${id} is completed without its thumbnail: ${filesBelow(`data/objects/files/${id}`)}`,
          );
      }
    }
    this.#checkOriginals();
  }

  /** Every row has its original, whoever was told of it. */
  #checkOriginals(): void {
    for (const { id } of this.#rows('select id from files where id not in (select id from deletions)'))
      if (find(`data/objects/files/${id}/original`)?.kind !== 'file')
        this.#fault(`file ${id} has no original`);
  }

  #checkDeleted(): void {
    const gone = this.#known.files.filter(({ deletion }) => deletion === 'told').map(({ id }) => id);
    const tables =
      this.#rows(`select m.name as name from sqlite_schema as m join pragma_table_info(m.name) as c
      where m.type = 'table' and c.name = 'file_id' and m.name <> 'jobs'`);
    for (const { name } of tables)
      for (const id of gone)
        if (this.#rows(`select 1 from ${name} where file_id = ? limit 1`, id).length > 0)
          this.#fault(`file ${id} was deleted and left rows in ${name}`);
    for (const { id, deletion } of this.#known.collections) {
      const [row] = this.#rows('select id from collections where id = ?', id);
      if (deletion === 'told' && row) this.#fault(`collection ${id} was deleted and is there`);
      if (deletion === 'none' && !row) this.#fault(`collection ${id} was acknowledged and is lost`);
    }
    for (const { id, collection, deletion } of this.#known.attachments) {
      const [row] = this.#rows('select id from moment_attachments where id = ?', id);
      const stays = this.#known.collections.find((one) => one.id === collection)?.deletion === 'none';
      if (deletion === 'told' && row) this.#fault(`attachment ${id} was detached and is there`);
      if (deletion === 'none' && stays && !row && !this.#sameDetached(id))
        this.#fault(`attachment ${id} is lost`);
    }
  }

  /** The same criterion attached twice is one attachment. */
  #sameDetached(id: string): boolean {
    return this.#known.attachments.some((one) => one.id === id && one.deletion !== 'none');
  }

  #checkDelivered(): void {
    for (const { event_id, event_type, status } of this.#rows(
      'select event_id, event_type, status from webhook_deliveries',
    )) {
      if (status === 'failed') continue;
      if (!this.#received.has(String(event_id))) this.#fault(`${event_type} ${event_id} was never received`);
    }
  }
}
