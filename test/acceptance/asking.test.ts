/**
 * On a terminal every command asks for missing values. The prompts are replaced: this tests what is asked,
 * and how.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Prompts } from '../../src/cli/terminal/prompts.ts';
import { anId, changes } from './example-lines.ts';
import { type InProcess, runInProcess } from './in-process.ts';
import { good, listCommands, makeWorld, quick, secret, type World } from './walk.ts';

/** Every question, in order. */
const asked: string[] = [];
vi.mock('../../src/cli/terminal/prompts.ts', () => ({ loadPrompts: async () => standIn }));

const address = 'https://example.com/talk.mp4';
/** The answer by the name in the question; default: an id. */
const answers: Readonly<Record<string, string>> = {
  '<url>': address,
  '<target-video-url>': address,
  '<endpoint>': address,
  '--source': address,
  '--name': 'promise',
  '--criterion': '@criterion.json',
  '<files>': 'talk.mp4',
  '<path>': 'talk.mp4',
  '<body>': 'body.json',
  '--headers': 'headers.txt',
  '<key>': 'speech_model',
  '<value>': '30s',
};
const nameIn = (question: string) => /\(([^()]+)\)$/.exec(question)?.[1] ?? question;
/** The choices to make; default: the first. */
const chosen = ['request_timeout', 'set'];

const standIn: Prompts = {
  confirm: async (question) => asked.push(question) > 0,
  secret: async (question) => {
    asked.push(question);
    return secret;
  },
  async input(question, { check } = {}) {
    asked.push(question);
    const name = nameIn(question);
    const answer = question.startsWith('To confirm, type the name') ? good.name : (answers[name] ?? anId);
    expect(await check?.(answer), `${answer} for ${question}`).toBeUndefined();
    return answer;
  },
  async search(question) {
    asked.push(question);
    return answers[nameIn(question)] ?? anId;
  },
  async select(question, choices) {
    asked.push(question);
    return choices.find((one) => chosen.includes(one)) ?? (choices[0] as (typeof choices)[number]);
  },
};

const { commands } = await listCommands();
/** Commands that need no argument, or keep running: terminal.test.ts tests their prompts on a real terminal. */
const lasting = [
  'chat ask',
  'serve',
  'worker',
  'quickstart',
  'service start',
  'setup show',
  ...['ffmpeg', 'speech', 'text', 'speakers', 'meaning', 'pictures', 'language'].map(
    (name) => `setup ${name}`,
  ),
  'watch',
  'webhook listen',
  'mcp',
];
/** Values that a command fills in itself: they are not asked for. */
const filled = ['search run scope'];
const asking = commands.filter(({ name }) => !lasting.includes(name));

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(() => {
  world.service.arrived.length = 0;
  asked.length = 0;
  world.always({ json: good });
});
afterAll(() => world.close());

const onTerminal = (line: readonly string[], options: InProcess = {}) =>
  runInProcess(line, world.environment, { terminal: true, ...options });

interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Dotted paths of all required fields of a request. */
function needed(schema: Schema | undefined, before = ''): string[] {
  return (schema?.required ?? []).flatMap((name) => {
    const inside = needed(schema?.properties?.[name], `${before}${name}.`);
    return inside.length > 0 ? inside : [`${before}${name}`];
  });
}

/** Commands that fail in this environment, where nothing runs and nothing is saved. */
const ends: Readonly<Record<string, number>> = {
  'service status': 9,
  'service logs': 1,
  'service reset': 1,
  'service account': 1,
  'service token': 1,
  'service billing': 1,
  'service backup': 1,
  'service restore': 1,
  // No agent is on this machine, and no clip is where the scripted service says.
  'agent setup': 2,
  clip: 8,
  // What it asks for first is no place of a store.
  'store move': 2,
};

describe('[CLI-7] on a terminal, missing values are asked for', () => {
  it.each(asking.map((one) => [one.name, one] as const))('%s', async (name, command) => {
    const ended = await onTerminal([
      ...name.split(' '),
      ...quick(name),
      ...(changes[name] ?? []),
      '-o',
      'json',
    ]);
    expect(ended.status, ended.stderr).toBe(ends[name] ?? 0);
    if (ended.status === 0) expect(() => JSON.parse(ended.stdout)).not.toThrow();

    const names = asked.map(nameIn);
    for (const argument of command.arguments)
      if (argument.required) expect(names).toContain(`<${argument.name}>`);

    // Flags for required fields: a flag sets the field, a part of it, or an object that contains it.
    const { input } = JSON.parse((await onTerminal(['schema', ...name.split(' '), '--full'])).stdout);
    const setters = [
      ...command.arguments.map((one) => ({ ...one, typed: `<${one.name}>` })),
      ...command.flags.map((one) => ({ ...one, typed: one.name })),
    ];
    const fields = command.operation
      ? ['params', 'query', 'body']
          .flatMap((part) => needed(input.properties[part]))
          .filter((field) => !filled.includes(`${name} ${field}`))
      : [];
    for (const field of fields) {
      const able = setters.filter(
        (one) => `${field}.`.startsWith(`${one.field}.`) || one.field?.startsWith(`${field}.`),
      );
      expect(
        names.some((one) => able.some(({ typed }) => typed === one)),
        `${field} of ${name}`,
      ).toBe(true);
    }
    expect(names).toEqual([...new Set(names)]);
    if (command.operation) expect(world.service.arrived.length).toBeGreaterThan(0);
  });

  it.each([
    ['deep-search run', ['<query>', expect.stringContaining('Choose where to search'), '--collection']],
    ['webhook verify', ['<body>', 'Webhook secret', '--headers']],
    ['config set', ['<key>', '<value>']],
    ['service config', ['<action>', '<key>', '<value>']],
    ['schema', ['<noun>', '<verb>']],
    ['moment-criteria attach', ['<collection-id>', '--name', '--instructions']],
  ])('%s asks in this order', async (name, expected) => {
    await onTerminal(name.split(' '));
    expect(asked.map(nameIn)).toEqual(expected);
  });

  it('does not ask for given values', async () => {
    await onTerminal(['deep-search', 'run', 'budget', '--everything']);
    await onTerminal(['webhook', 'create', address, '--event', 'file.job.completed']);
    expect(asked).toEqual([]);
  });

  it('reports that no service is chosen before any prompt', async () => {
    const env = {
      ...world.environment,
      VAU_BASE_URL: '',
      VAU_TOKEN: '',
      VAU_CONFIG_DIR: `${world.folder}/none`,
    };
    for (const { name } of asking.filter(({ operation }) => operation)) {
      const ended = await runInProcess(name.split(' '), env, { terminal: true });
      expect(ended, name).toMatchObject({ status: 2, stdout: '' });
      expect(ended.stderr).toContain('No service is chosen');
    }
    expect(asked).toEqual([]);
  });
});
