/** [ERR-1] Requests of which one place is wrong, made from the schemas of the contract: the error names that place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check, type Operation, openapi, operations } from '../../../src/contract/index.ts';
import { logTo } from '../../../src/service/log.ts';
import { hostileTexts } from '../../support/corpus/titled.ts';
import { inFull } from '../../support/in-full.ts';
import { type Seeded, seeded } from '../../support/seeded.ts';
import { type Answer, openTestService, type TestService } from '../../support/service.ts';
import { bodyFor } from './hostile-values.ts';

let service: TestService;
let known: string[];
const faults: string[] = [];

beforeAll(async () => {
  const log = logTo(({ level, message, fields }) => {
    if (level === 'error')
      faults.push(`${message} ${fields.error instanceof Error ? fields.error.stack : ''}`);
  });
  service = await openTestService({ requestsPerSecond: 0, failedSignInsPerMinute: 0 }, { log });
  const file = await service.upload('not a film', 'a.mp4');
  const about = { name: 'there', collection_type: 'media-descriptions' };
  known = [file.body.id, (await service.call('POST', '/collections', about)).body.id];
});
afterAll(() => service.close());

const described = openapi() as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Node }> } }>>;
  components: { schemas: Node };
};
type Node = Record<string, unknown>;
type Path = readonly (string | number)[];

const all: readonly Operation[] = Object.values(operations);
/** What is deleted is gone for the next turn. */
const withBody = all.filter(
  ({ body, bodyType, method }) => body && bodyType !== 'multipart' && method !== 'DELETE',
);

/** Texts that are stored somewhere, and values of every other type. */
const texts = [...Object.values(hostileTexts), '', '\0', 'a\0b', '\ud800', 'x\udfff', 'x'.repeat(1_000_000)];
const others: readonly unknown[] = [null, true, -1, 1.5, 1e308, {}, [], [[]], { a: 1 }, [null], ['x', 1]];

/** A body that the contract accepts; undefined if chance finds none. */
function validBody(operation: Operation, chance: Seeded): Node | undefined {
  const { requestBody } = described.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  for (let turn = 0; turn < 400; turn += 1) {
    const body = bodyFor(schema, described.components.schemas, chance, 0, known);
    if (operation.body && check(operation.body, body).ok) return body as Node;
  }
  return undefined;
}

/** Every place in a body but the whole. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [here, ...placesIn(inner, here)];
  });
}

/** A copy with another value at that place. */
function withAt(value: unknown, [first, ...rest]: Path, instead: unknown): unknown {
  if (first === undefined) return instead;
  const copy: Node | unknown[] = Array.isArray(value) ? [...value] : { ...(value as Node) };
  Object.defineProperty(copy, first, {
    value: withAt((copy as Node)[first], rest, instead),
    ...{ enumerable: true, configurable: true, writable: true },
  });
  return copy;
}

const pathOf = ({ path }: Operation) => path.replace(/\{[^}]+\}/g, known[0] ?? '');

/** What is wrong with an answer; undefined if all is well. */
function wrong(
  { status, body, text }: Answer,
  isValid: boolean,
  names: readonly string[],
): string | undefined {
  const told = `${status} ${text.slice(0, 400)}`;
  if (status >= 500) return `a fault: ${told}`;
  if (status < 300) return isValid ? undefined : `what the contract refuses was taken: ${told}`;
  if (typeof body.error !== 'string' || body.error === '' || Object.keys(body).length !== 1)
    return `an error in another form: ${told}`;
  if (body.error.length > 4_000) return `an endless error: ${body.error.length} characters`;
  if (isValid || status === 413) return undefined;
  if (status !== 400) return `another status than 400: ${told}`;
  return names.some((name) => body.error.includes(name)) ? undefined : `none of ${names} is named: ${told}`;
}

describe('[ERR-1] one wrong place in a valid request', () => {
  it.each([1, 2, 3])('of a body is named, whatever stands there, seed %i', async (seed) => {
    const chance = seeded(seed);
    const found: string[] = [];
    const untried: string[] = [];
    for (const operation of withBody) {
      let tried = 0;
      for (let turn = 0; turn < inFull(60, 6); turn += 1) {
        const honest = validBody(operation, chance);
        const places = placesIn(honest);
        if (honest === undefined || places.length === 0 || !operation.body) continue;
        const place = chance.pick(places);
        const isUnknown = chance.below(6) === 0;
        const at = isUnknown
          ? [...place.slice(0, -1).filter((part) => typeof part === 'string'), 'not_there']
          : place;
        const value = chance.pick(chance.below(2) === 0 ? texts : others);
        const body = withAt(honest, at, value) as Node;
        const isValid = check(operation.body, body).ok;
        const answer = await service.call(operation.method, pathOf(operation), body);
        const said = wrong(answer, isValid, [String(at[0]), String(at.at(-1))]);
        if (said)
          found.push(
            `${operation.id} ${at.join('.')} = ${String(JSON.stringify(value)).slice(0, 80)}: ${said}`,
          );
        tried += 1;
      }
      if (tried === 0) untried.push(operation.id);
    }
    expect(found).toEqual([]);
    expect(untried).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('of a query is named', async () => {
    const chance = seeded(7);
    const found: string[] = [];
    for (const operation of all.filter(({ method }) => method !== 'DELETE'))
      for (const name of Object.keys(operation.query.shape))
        for (let turn = 0; turn < inFull(12, 4); turn += 1) {
          const value = chance.pick(texts).slice(0, 3_000);
          // Half a surrogate pair has no place in an address.
          const sent = encodeURIComponent(Buffer.from(value).toString());
          const isBodiless = operation.method === 'GET';
          const answer = await service.call(
            operation.method,
            `${pathOf(operation)}?${name}=${sent}`,
            isBodiless ? undefined : {},
          );
          const told = `${operation.id}?${name}=${JSON.stringify(value).slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 300)}`;
          if (answer.status >= 500) found.push(told);
          if (isBodiless && answer.status === 400 && !answer.body.error.includes(name)) found.push(told);
        }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('is the last one: what was stored of all that can still be listed', async () => {
    const lists = all.filter(({ method, path, params }) => method === 'GET' && !path.includes('{') && params);
    for (const operation of lists) {
      const { status, text } = await service.call('GET', operation.path);
      expect(status, `${operation.id}: ${text.slice(0, 300)}`).toBeLessThan(500);
    }
    expect(faults).toEqual([]);
  });
});
