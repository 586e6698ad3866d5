/** Walks the contract: what every operation answers, held against its schema. */
import { expect } from 'vitest';
import { type Operation, type OperationId, operationOf, strays } from '../../../src/contract/index.ts';
import type { Answer } from '../../support/service.ts';
import { NOBODY } from '../documented.ts';
import { examples, type Sent } from './examples.ts';
import type { World } from './world.ts';

/** Sends a call to an operation. */
export function send(world: World, operation: Operation, sent: Sent, headers = {}): Promise<Answer> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sent.params?.[name] ?? NOBODY),
  );
  const where = sent.query ? `${path}?${sent.query}` : path;
  return world.service.call(operation.method, where, sent.body, headers);
}

/** Holds that a success has exactly what the contract names, and null only where the interface has null. */
export function expectShape(operation: Operation, answer: Answer): void {
  expect({ status: answer.status, error: answer.body.error }, operation.id).toEqual({
    status: operation.status,
    // Jobs and segmentations carry why they failed; the walk's own have not.
    error: undefined,
  });
  const body: unknown = JSON.parse(answer.text);
  const checked = operation.answer.safeParse(body);
  expect(checked.error?.issues, operation.id).toBeUndefined();
  expect(strays(body, checked.data), operation.id).toEqual([]);
  expect(
    nulls(body).filter((path) => !NULLABLE.test(path)),
    operation.id,
  ).toEqual([]);
}

/** Where the interface says null for what has no value; everywhere else the field is left out. */
const NULLABLE =
  /(^|\.)(bytes|metadata|source_metadata|description|media_download_expires_at|scope|text|results|search_queries|error|source_face_bounding_box|(media_info|video_info)\.\w+)$/;

function nulls(value: unknown, path = ''): string[] {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inside]) => nulls(inside, path ? `${path}.${name}` : name));
}

/** A call that must end with a documented status; made of the one that succeeds where no example has one. */
export async function failing(id: OperationId, status: number, world: World): Promise<Sent | undefined> {
  const { call, fails } = examples[id];
  const own = fails?.[status];
  if (own) return own(world);
  const operation = operationOf(id);
  const names = Object.keys(operation.params.shape);
  const nobody = Object.fromEntries(names.map((name) => [name, NOBODY]));
  if (status === 404 && names.length > 0)
    return operation.body ? { ...(await call(world)), params: nobody } : { params: nobody };
  if (status !== 400) return undefined;
  if ('limit' in operation.query.shape) return { ...(await call(world)), query: 'limit=0' };
  if (operation.body) return { ...(await call(world)), body: [] };
  return { params: Object.fromEntries(names.map((name) => [name, 'no-uuid'])) };
}

/** Holds that a failure is {error: string} and nothing else. */
export function expectFailure(operation: Operation, status: number, answer: Answer): void {
  expect({ status: answer.status, body: answer.body }, operation.id).toEqual({
    status,
    body: { error: expect.stringMatching(/\w{3}/) },
  });
}

/** One page of a list, wherever in an answer it stands. */
interface ListPage {
  readonly items: readonly unknown[];
  readonly total: number;
}

/** The field that holds the items of a page; the first of these that an answer has. */
const ITEMS = ['data', 'segment_entities', 'segments', 'faces', 'faces_matches', 'frames', 'results'];

/** The page in an answer; undefined where it has none. Its total stands beside the items, or one level above. */
export function pageIn(answer: unknown, above?: number): ListPage | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const fields = answer as Record<string, unknown>;
  const total = typeof fields.total === 'number' ? fields.total : above;
  const items = ITEMS.map((name) => fields[name]).find((value) => Array.isArray(value));
  return items && total !== undefined ? { items, total } : pageIn(fields.data, total);
}
