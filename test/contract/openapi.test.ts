import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type Operation, openapi, operations, scopeOf, uploadRoutes } from '../../src/contract/index.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}
interface Described {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly { name: string; in: string; required: boolean }[];
  readonly requestBody?: { content: Record<string, Media> };
  readonly responses: Record<
    string,
    { description?: string; headers: Record<string, object>; content: Record<string, Media> }
  >;
}

const document = openapi() as unknown as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object> };
};
const all: readonly Operation[] = Object.values(operations);
const described = ({ path, method }: Operation) =>
  document.paths[path]?.[method.toLowerCase()] ?? expect.fail(`${method} ${path} is missing`);

// The formats are checked by the contract itself, below.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'api', components: document.components });

/** A validator of a schema inside the document. */
function validator(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')));
}

function expectFits({ schema, example }: Media, what: string): void {
  const validate = validator(schema);
  expect({ what, fits: validate(example), errors: validate.errors }).toEqual({
    what,
    fits: true,
    errors: null,
  });
}

describe('openapi.json', () => {
  it('has every operation once, with its scope, its parameters and all of its errors', () => {
    const found = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(found.map(({ operationId }) => operationId).sort()).toEqual(
      [...all, ...uploadRoutes].map(({ id }) => id).sort(),
    );
    for (const operation of all) {
      const { parameters, responses, description, operationId } = described(operation);
      expect(description, operationId).toContain(scopeOf(operation));
      const statuses = new Set([operation.status, ...operation.errors, 401, 403, 429, 500]);
      expect(Object.keys(responses).map(Number), operationId).toEqual(
        [...statuses].sort((one, other) => one - other),
      );
      const inPath = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      expect(
        parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name),
        operationId,
      ).toEqual(inPath);
      for (const [status, { description: meaning, headers }] of Object.entries(responses)) {
        expect(meaning, `${operationId} ${status}`).toBeTruthy();
        expect(Object.keys(headers)).toContain('x-request-id');
      }
      expect(Object.keys(responses[429]?.headers ?? {})).toContain('retry-after');
    }
  });

  it('has the requests of resumable uploads, with all of their errors and examples that fit', () => {
    for (const { id, path, method, asks = {}, errors, status } of uploadRoutes) {
      const { parameters, responses } = document.paths[path]?.[method.toLowerCase()] ?? expect.fail(id);
      const inHeader = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
      expect(inHeader, id).toEqual(Object.keys(asks));
      const statuses = [status, ...errors, 401, 403, 429, 500].sort((one, other) => one - other);
      expect(Object.keys(responses).map(Number), id).toEqual(statuses);
      for (const [number, { description, content = {} }] of Object.entries(responses)) {
        expect(description, `${id} ${number}`).toBeTruthy();
        for (const media of Object.values(content)) expectFits(media, `${id} ${number}`);
      }
    }
  });

  it('is valid by the schema of OpenAPI 3.1', async () => {
    const validator = new Validator({ strict: false });
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('is in the package as the contract has it', async () => {
    const built = await readFile(new URL('../../dist/assets/openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(built)).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('has references only to schemas that are there', () => {
    const references = JSON.stringify(document).match(/#\/components\/schemas\/[^"]+/g) ?? [];
    const names = new Set(references.map((one) => one.split('/').at(-1) ?? ''));
    expect([...names].filter((name) => !(name in document.components.schemas))).toEqual([]);
  });

  it.each(all.map((operation) => [operation.id, operation] as const))(
    'has examples of %s that fit their schemas, and that the service would accept',
    (_, operation) => {
      const { requestBody, responses } = described(operation);
      const body = requestBody?.content['application/json'];
      expect(body !== undefined).toBe(operation.body !== undefined && operation.bodyType !== 'multipart');
      if (body) {
        expectFits(body, 'the body');
        expect(operation.body?.safeParse(body.example).error?.issues ?? []).toEqual([]);
      }
      for (const [status, { content }] of Object.entries(responses)) {
        const media = content['application/json'] ?? expect.fail(`${status} has no content`);
        expectFits(media, status);
        if (Number(status) === operation.status)
          expect(operation.answer.safeParse(media.example).error?.issues ?? []).toEqual([]);
      }
    },
  );
});
