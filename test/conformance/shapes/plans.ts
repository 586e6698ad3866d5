/** Holds that no statement of the service gets slower with the number of rows in the store. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { filterOperators, operationIds, operationOf } from '../../../src/contract/index.ts';
import { sweeps } from '../../../src/service/boot/registry/sweeps.ts';
import { binary } from '../../support/served.ts';
import { isOnServer } from '../../support/store.ts';
import { examples } from './examples.ts';
import { growingTables, scansOf } from './scans.ts';
import { statementsSent } from './statements.ts';
import { send } from './walk.ts';
import { uriOf, type World } from './world.ts';

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** Registers the tests. @param here the world of the walk, which was sent every operation before */
export function plansHold(here: () => World): void {
  // The statements of a service in another process cannot be seen, and EXPLAIN QUERY PLAN is SQLite's.
  if (binary || isOnServer) return;
  describe('the statements that the service sends', () => {
    it('are sent with every filter and order that a list has', async () => {
      const before = statementsSent().length;
      for (const id of operationIds.filter((one) => operationOf(one).method === 'GET')) {
        const sent = await examples[id].call(here());
        for (const query of queriesOf(z.toJSONSchema(operationOf(id).query, { io: 'input' }), here()))
          await send(here(), operationOf(id), { ...sent, query });
      }
      expect(statementsSent().length).toBeGreaterThan(before);
    });

    it('read no table that grows from one end to the other, and no whole rows of an account or a collection', async () => {
      const context = here().service.inProcess?.context;
      if (!context) throw new Error('the service runs in another process');
      for (const sweep of sweeps) await sweep(context, Date.now());
      const growing = await growingTables(context.db);
      const statements = statementsSent();
      expect(statements.length).toBeGreaterThan(250);
      const scans: string[] = [];
      for (const one of statements) scans.push(...(await scansOf(context.db, growing, one)));
      expect(scans).toEqual([]);
    });
  });
}

/** Queries that give each parameter of an operation each kind of value. */
function queriesOf(schema: z.core.JSONSchema.BaseSchema, world: World): string[] {
  const shape = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const single = shape.flatMap(([name, field]) =>
    valuesFor(name, field, world).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  const orders = single.filter((query) => query.startsWith('order='));
  return [...single, ...orders.map((query) => `${query}&sort=asc`)];
}

/** A filter for each statement: each operator, about a path with texts and one with numbers. */
const FILTERS = filterOperators.flatMap((operator) =>
  ['filename', 'bytes'].map((path) => {
    const given = /^(In|Contains)/.test(operator) ? { valueTextArray: ['a', '1'] } : { valueText: '1' };
    const one = { operator, ...given };
    return JSON.stringify({ metadata: [{ ...one, path: 'show' }], file: [{ ...one, path }] });
  }),
);

function valuesFor(name: string, field: JsonSchema, world: World): string[] {
  if (field.anyOf) return field.anyOf.flatMap((one) => valuesFor(name, one, world));
  if (field.enum) return [...field.enum];
  if (field.items) return valuesFor(name, field.items, world);
  if (field.type === 'boolean') return ['true', 'false'];
  if (field.type !== 'string') return ['1'];
  if (/(before|after)$/.test(name)) return ['2026-01-01'];
  if (name === 'filter') return FILTERS;
  const { film, segment, segmentation, collections } = world;
  return [uriOf(film), film, segment, segmentation, collections.metadata ?? '', 'harbour'];
}
