/** Operations as methods: flat inputs, pages that are awaited or walked, and waits. */
import type { OperationId } from '../../contract/operations/index.ts';
import type { CallOptions, Client } from '../client.ts';
import { ClientError, type Reason, VauError } from '../errors.ts';
import { everyPage } from '../pages.ts';
import type { LooseParts } from '../prepare.ts';
import { defaultWait } from '../wait/defaults.ts';
import { waitUntilDone } from '../wait/engine.ts';
import { look, type Seen, type WaitKind } from '../wait/kinds.ts';
import { checkedNumber, checkedSignal } from './given.ts';
import type { Row, Table } from './table.ts';
import type { Pages, WaitOptions } from './vau.d.ts';

type Fields = Readonly<Record<string, unknown>>;
type Method = (input?: Fields, options?: CallOptions & WaitOptions) => unknown;

/** A wait ended without a completed job. */
export abstract class JobError extends VauError {
  /** The last state seen; undefined if there was none in time. */
  readonly status: string | undefined;
  readonly resource: unknown;

  constructor(message: string, seen: Seen | undefined) {
    super(message);
    this.status = seen?.status;
    this.resource = seen?.resource;
  }
}

/** The job failed, or the service reports a state that this version does not know. */
export class JobFailedError extends JobError {
  override readonly name = 'JobFailedError';
  readonly reason: Reason = 'job_failed';
}

export class JobCancelledError extends JobError {
  override readonly name = 'JobCancelledError';
  readonly reason: Reason = 'job_cancelled';
}

/** The wait ended first; the job goes on. */
export class TimedOutError extends JobError {
  override readonly name = 'TimedOutError';
  readonly reason: Reason = 'timed_out';
}

/** `moment-criteria` as a name in JavaScript. */
export const camel = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The names of the parameters in a path. */
export const parametersIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The field with the rows of a list that goes on, by offset or by cursor; undefined for other operations. */
export function rowsOf({ method, query = [], answer }: Row): string | undefined {
  if (method !== 'GET' || !(query.includes('offset') || query.includes('cursor'))) return undefined;
  const lists = answer.filter((name) => name.endsWith('[]'));
  return lists.length === 1 ? lists[0]?.slice(0, -2) : undefined;
}

/** Every operation below its family: `methods.share.create`. */
export function methodsOver(client: Client, table: Table): Record<string, Record<string, Method>> {
  const methods: Record<string, Record<string, Method>> = {};
  for (const [id, row] of Object.entries(table)) {
    const [family = '', verb = ''] = id.split('.');
    methods[camel(family)] ??= {};
    const own = methods[camel(family)] ?? {};
    own[camel(verb)] = methodFor(client, id as OperationId, row);
    if (row.wait) own.wait = waitFor(client, row.wait as WaitKind, row);
  }
  // Its job is a part of the collection: there is no operation that reads it alone.
  const collection = table['collection.get'];
  if (methods.momentCriteria && collection)
    methods.momentCriteria.wait = waitFor(client, 'moment-criteria', collection, 'attachment_id');
  return methods;
}

function methodFor(client: Client, id: OperationId, row: Row): Method {
  const rows = rowsOf(row);
  if (rows === undefined)
    return async (input = {}, options = {}) => {
      checkedSignal(options.signal);
      return client.send(id, partsOf(id, row, input), options);
    };
  return (input = {}, options = {}): Pages<unknown, unknown> => {
    checkedSignal(options.signal);
    const parts = partsOf(id, row, input);
    return {
      // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its page, like other libraries do it
      then: (done, failed) => client.send(id, parts, options).then(done, failed),
      async *[Symbol.asyncIterator]() {
        const left = new AbortController();
        const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal;
        try {
          const fetch = (query: Fields) => client.send(id, { ...parts, query }, { ...options, signal });
          for await (const page of everyPage(fetch, parts.query ?? {}, [rows])) yield* page.rows;
        } finally {
          left.abort();
        }
      },
    };
  };
}

/** The input by its parts. @throws ClientError for a field that the operation does not have */
function partsOf(
  id: string,
  { path, query = [], body, fields = [], files = [] }: Row,
  input: Fields,
): LooseParts {
  const own = parametersIn(path);
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const taken = (names: readonly string[]) =>
    Object.fromEntries(given.filter(([name]) => names.includes(name)));
  const known = [...own, ...query, ...fields];
  const stray = given.find(([name]) => !known.includes(name));
  if (stray) throw new ClientError(`${id} has no field ${stray[0]}; it has ${known.join(', ') || 'none'}`);
  return {
    params: taken(own) as Record<string, string>,
    query: taken(query),
    ...(body ? { body: taken(fields.filter((name) => !files.includes(name))) } : {}),
    ...(files.length > 0 ? { files: taken(files) as Record<string, string> } : {}),
  };
}

function waitFor(client: Client, kind: WaitKind, { path }: Row, itemName?: string): Method {
  return async (input = {}, { timeout, interval, signal, onChange } = {}) => {
    checkedNumber('timeout', timeout, { zero: true });
    checkedNumber('interval', interval);
    checkedSignal(signal);
    const params = Object.fromEntries(parametersIn(path).map((name) => [name, String(input[name] ?? '')]));
    const item = itemName && String(input[itemName] ?? '');
    const target = { kind, params, ...(item ? { item } : {}) };
    const { outcome, seen } = await waitUntilDone((late) => look(client, target, late), {
      timeout: timeout ?? defaultWait.timeout,
      interval: interval ?? defaultWait.interval,
      signal,
      ...(onChange ? { onChange: ({ status, resource }: Seen) => onChange(status, resource) } : {}),
    });
    if (outcome === 'completed') return seen.resource;
    const what = `${kind} ${[...Object.values(params), ...(item ? [item] : [])].join('/')}`;
    if (outcome === 'timed_out')
      throw new TimedOutError(`${what} was still ${seen?.status ?? 'unseen'} when the wait ended`, seen);
    const why = seen.reason ? `: ${seen.reason}` : '';
    if (outcome === 'cancelled') throw new JobCancelledError(`${what} was cancelled${why}`, seen);
    throw new JobFailedError(`${what} is ${seen.status}${why}`, seen);
  };
}
