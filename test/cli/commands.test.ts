import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { modules } from '../../src/cli/commands/index.ts';
import { commandHelp, nounHelp, overview } from '../../src/cli/line/help.ts';
import {
  type CommandName,
  catalogue,
  commandNames,
  commandsOf,
  entryOf,
  nounOf,
  nounsOf,
  type Task,
  tasks,
} from '../../src/cli/model/catalogue/catalogue.ts';
import { commonFlags } from '../../src/cli/model/flags/common-flags.ts';
import type { Command } from '../../src/cli/model/model.ts';
import type { Value } from '../../src/cli/model/values.ts';
import { kebab, snake } from '../../src/cli/model/values.ts';
import { operationIds, operationOf } from '../../src/contract/operations/index.ts';

const loaded = await Promise.all(Object.values(modules).map((load) => load()));
const commands = loaded.flatMap((module) => module.commands);
const byName = commands.map((command) => [command.name, command] as const);

describe('the catalogue', () => {
  it('lists every command, and no other', () => {
    expect(commands.map(({ name }) => name).sort()).toEqual([...commandNames].sort());
    expect(Object.keys(modules).sort()).toEqual([...new Set(commandNames.map(nounOf))].sort());
  });

  it('has each documented operation with its method and path', () => {
    const documented = operationIds.filter((id) => operationOf(id).documented);
    const mapped = commandNames.filter((name) => entryOf(name).group === 'documented');
    expect(mapped.map((name) => entryOf(name).operation).sort()).toEqual(documented.sort());
    for (const name of mapped) {
      const { operation, endpoint } = catalogue[name] as {
        operation: (typeof documented)[number];
        endpoint: string;
      };
      expect(endpoint).toBe(`${operationOf(operation).method} ${operationOf(operation).path}`);
    }
  });
});

describe.each(byName)('vau %s', (name, command) => {
  it('has help of at most 80 columns that begins with two examples', () => {
    const help = commandHelp(command);
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(help).toContain(`Usage: vau ${name}`);
    expect(help).toMatch(/^(.+\n)+\nExamples:\n( {2}# .+\n {2}vau .+\n( {4}--.+\n)*){2}\nUsage: /);
  });

  it('has help with every flag and every value of an argument', () => {
    const help = commandHelp(command).replace(/\n +/g, ' ');
    for (const flag of Object.keys({ ...command.flags, ...commonFlags }))
      expect(help).toMatch(new RegExp(`--(\\[no-\\])?${kebab(flag)}\\b`));
    for (const { value } of Object.values(command.arguments))
      for (const one of value.choices ?? []) expect(help).toContain(one);
  });

  it('has examples of its own flags', () => {
    for (const { line } of command.examples) {
      expect(line.startsWith(name)).toBe(true);
      const used = [...line.matchAll(/ --([a-z-]+)/g)].map(([, flag = '']) => flag);
      expect(used.filter((flag) => !flagNames(command).has(flag))).toEqual([]);
    }
  });

  it('has no flag with the name of a common flag', () => {
    const taken = Object.keys(commonFlags);
    expect(Object.keys(command.flags).filter((flag) => taken.includes(flag))).toEqual([]);
  });

  it('offers exactly the values of the contract', () => {
    for (const [flag, value] of Object.entries(command.flags)) {
      const allowed = enumOf(name, value.field ?? snake(flag));
      // A switch has both values without a list.
      if (allowed && value.kind !== 'switch')
        expect({ flag, values: [...(value.choices ?? [])] }).toEqual({ flag, values: allowed });
    }
  });
});

describe('help', () => {
  it('of the whole and of a noun fits 80 columns', () => {
    const texts = [overview(), ...Object.keys(modules).map(nounHelp)];
    expect(texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 80)).toEqual([]);
  });

  it('names every command once in its overview, under one task', () => {
    const listed = (Object.keys(tasks) as Task[]).flatMap(nounsOf).flatMap(commandsOf);
    expect([...listed].sort()).toEqual([...commandNames].sort());
    const [commandPart = ''] = overview().split('\n* one of');
    const lines = new Map(
      commandPart
        // A long list of verbs continues on the next line.
        .replace(/\n {20,}/g, ' ')
        .split('\n')
        .flatMap((line) => {
          const [, noun, text] = /^ {2}([a-z-]+) +(.+)$/.exec(line) ?? [];
          return noun && text ? [[noun, text]] : [];
        }),
    );
    for (const name of commandNames) {
      const verb = name.slice(nounOf(name).length + 1);
      expect(lines.get(nounOf(name))?.replaceAll('*', '')).toContain(verb || entryOf(name).summary);
    }
  });
});

function flagNames({ flags }: Command): Set<string> {
  const all: [string, Value][] = Object.entries({ ...flags, ...commonFlags });
  return new Set(
    all.flatMap(([flag, { negatable }]) => [kebab(flag), ...(negatable ? [`no-${kebab(flag)}`] : [])]),
  );
}

/** The values of an enum field in the query or body; undefined if it is not an enum. */
function enumOf(name: CommandName, field: string): string[] | undefined {
  const id = entryOf(name).operation;
  if (!id) return undefined;
  const { query, body } = operationOf(id);
  const found = fieldOf(query, field.split('.')) ?? fieldOf(body, field.split('.'));
  return found instanceof z.ZodEnum ? found.options.map(String) : undefined;
}

function fieldOf(schema: unknown, path: readonly string[]): unknown {
  const bare = unwrapped(schema);
  const [first, ...rest] = path;
  if (first === undefined) return bare;
  return bare instanceof z.ZodObject ? fieldOf(bare.shape[first], rest) : undefined;
}

function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap());
  return schema instanceof z.ZodArray ? unwrapped(schema.element) : schema;
}
