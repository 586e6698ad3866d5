/** vau moment-criteria attach --check with the real binary: every rule of criteria, without a service. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { refusedCriteria } from '../contract/refused-criteria.ts';
import { refusedSchemas } from '../contract/refused-schemas.ts';
import { criterion, fileIn } from './criterion.ts';
import { choosing, type RunOptions, run, stage } from './harness.ts';
import { runSimilar } from './in-process.ts';

const { service, home } = await stage();

const file = fileIn(home.folder);
/** Without any profile or service. */
const check = (source: string, options: RunOptions & { more?: string[] } = {}) =>
  run(
    home.folder,
    ['moment-criteria', 'attach', '--check', '--file', source, ...(options.more ?? [])],
    options,
  );
/** One of many similar criteria, in JSON or YAML on standard input. */
const checkSimilar = (stdin: string, ...more: string[]) =>
  runSimilar(home.folder, ['moment-criteria', 'attach', '--check', '--file', '-', ...more], { stdin });

describe('--check', () => {
  it.each([
    ['JSON', file('good.json', criterion)],
    ['YAML', file('good.yaml', criterion)],
    [
      'a whole body',
      file('body.yaml', { criterion, signals_required: ['scene_text'], max_duration_seconds: 20 }),
    ],
    [
      'a file that names its schema',
      file('schema.json', { $schema: './criterion.schema.json', ...criterion }),
    ],
  ])('[ATT-12] %s that is good: exit 0 with name and hash, and nothing is sent', async (_, source) => {
    const ended = await check(source, { more: ['-o', 'json'], env: choosing(service) });
    expect(ended.stderr).toBe('');
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.stdout)).toEqual({
      valid: true,
      criterion_name: 'promise',
      criterion_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(service.arrived).toEqual([]);
  });

  it('[ATT-12] the hash does not depend on key order or file format', async () => {
    const { scoring, instructions, name } = criterion;
    file('turned.yaml', { scoring: { max: 10, min: 0, key: scoring.key }, instructions, name });
    const hashes = await Promise.all(
      ['good.json', 'turned.yaml'].map(async (source) => {
        const { stdout } = await check(source, { more: ['-o', 'json'] });
        return JSON.parse(stdout).criterion_hash;
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('reads standard input', async () => {
    const ended = await check('-', { stdin: stringify(criterion) });
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain('Criterion promise is valid');
  });

  it('[ATT-12] lists every problem with the path of its field and its code: exit 2', async () => {
    const source = file('bad.yaml', {
      criterion: {
        name: 'Promise',
        instructions: '',
        rubric: 'x',
        moment_schema: { type: 'object', properties: { when: { type: 'date' } } },
        finding_schema: { type: 'object' },
        anchors: { kept: { required: 'yes' } },
        scoring: { key: 's', min: 0 },
      },
      signals_required: [],
      boundary_policy: 'wide',
      speaker_filter: { match: 'some' },
      min_duration_seconds: 0,
      priority: 1,
    });
    const ended = await check(source, { more: ['-o', 'json'] });
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    const { code, exit_status, problems } = JSON.parse(ended.stderr);
    expect({ code, exit_status }).toEqual({ code: 'usage', exit_status: 2 });
    const found: string[] = problems.map((one: { path: string; code?: string }) =>
      [one.path, one.code ?? ''].join(' ').trim(),
    );
    expect(found.sort()).toEqual([
      'boundary_policy',
      'criterion.anchors.kept.required',
      'criterion.finding_schema.properties properties_missing',
      'criterion.instructions',
      'criterion.moment_schema.properties.when.type field_type_unknown',
      'criterion.name',
      'criterion.rubric',
      'criterion.scoring.max',
      'min_duration_seconds',
      'priority',
      'signals_required',
      'speaker_filter.match',
    ]);
    const { stderr } = await check(source);
    for (const { path: where } of problems)
      expect(
        [where, `--${where.replaceAll('_', '-')}`].some((name) => stderr.includes(name)),
        where,
      ).toBe(true);
  });

  const rules: [title: string, body: object, path: string][] = [
    [
      '[CRIT-1] a name of 65 characters',
      { criterion: { ...criterion, name: `a${'b'.repeat(64)}` } },
      'criterion.name',
    ],
    ['[CRIT-1] no name', { criterion: { instructions: 'x' } }, 'criterion.name'],
    ['[CRIT-2] no instructions', { criterion: { name: 'a' } }, 'criterion.instructions'],
    [
      '[CRIT-3] an anchor whose required is not a boolean',
      { criterion: { ...criterion, anchors: { a: { required: 'no' } } } },
      'criterion.anchors.a.required',
    ],
    [
      '[CRIT-4] scoring without key',
      { criterion: { ...criterion, scoring: { min: 0, max: 1 } } },
      'criterion.scoring.key',
    ],
    ['[CRIT-4] a list of scorings', { criterion: { ...criterion, scoring: [] } }, 'criterion.scoring'],
    ['[ATT-1] an unknown property', { criterion, signals: ['speech'] }, 'signals'],
    ['[ATT-2] no signal', { criterion, signals_required: [] }, 'signals_required'],
    ['[ATT-3] an unknown policy', { criterion, boundary_policy: 'wide' }, 'boundary_policy'],
    [
      '[ATT-4] a speaker filter that is not a list',
      { criterion, speaker_filter: { include: 'Ada' } },
      'speaker_filter.include',
    ],
    ['[ATT-4] an unknown match', { criterion, speaker_filter: { match: 'some' } }, 'speaker_filter.match'],
    ['[ATT-5] a duration below 0', { criterion, min_duration_seconds: -1 }, 'min_duration_seconds'],
    [
      '[ATT-5] a longest below the shortest',
      { criterion, min_duration_seconds: 9, max_duration_seconds: 8 },
      'max_duration_seconds',
    ],
  ];
  it.each(rules)('%s is refused with its path', async (_, body, where) => {
    const { status, stdout, stderr } = await checkSimilar(JSON.stringify(body), '-o', 'json');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(JSON.parse(stderr).problems.map((one: { path: string }) => one.path)).toEqual([where]);
  });

  it('[CRIT-6] every refused moment schema has the same code and path as in the service', async () => {
    for (const [code, [schema, where]] of Object.entries(refusedSchemas)) {
      const { status, stderr } = await checkSimilar(
        JSON.stringify({ ...criterion, moment_schema: schema }),
        '-o',
        'json',
      );
      expect(status).toBe(2);
      expect(JSON.parse(stderr).problems).toEqual([
        {
          path: `criterion.moment_schema${where.slice(1)}`,
          code,
          message: expect.stringContaining(`(${code})`),
        },
      ]);
    }
  });

  it.each(refusedCriteria)(
    '[ATT-12] %s: has the code %s and the path of the service',
    async (_, code, path, body) => {
      const { status, stderr } = await checkSimilar(JSON.stringify(body), '-o', 'json');
      expect(status).toBe(2);
      expect(JSON.parse(stderr).problems).toEqual([
        { path, code, message: expect.stringContaining(`(${code})`) },
      ]);
    },
  );

  it.each([
    ['broken YAML, with its line', 'name: [', /YAML: .*line 1/],
    ['broken JSON', '{"name": ', /JSON/],
    ['a list', '- name', /must hold an object/],
    ['a text', 'promise', /must hold an object/],
    ['a key given twice', 'name: a\nname: b', /repeats the key name/],
  ])('says what is wrong with %s', async (_, text, words) => {
    const ended = await checkSimilar(text);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(words);
  });

  it('the example of docs/pipelines is valid', async () => {
    const guide = readFileSync(
      fileURLToPath(new URL('../../docs/pipelines/README.md', import.meta.url)),
      'utf8',
    );
    const example = /```yaml\n([^`]*)```/.exec(guide)?.[1] ?? '';
    const ended = await check('-', { stdin: example });
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toContain('Criterion promise is valid');
  });
});

describe('what was meant', () => {
  const meant: [name: string, body: object, hint: string][] = [
    [
      'an option inside a criterion that has no level of its own',
      { ...criterion, signals_required: ['speech'] },
      'signals_required belongs beside criterion, not in it: {"criterion": {...}, "signals_required": ...}.',
    ],
    [
      'a field of the criterion beside it',
      { criterion, instructions: 'Find promises.' },
      'instructions belongs in criterion: {"criterion": {"instructions": ...}}.',
    ],
    ['a level too many', { criterion: { criterion } }, 'leave out one of the two levels'],
    [
      'a key with a letter wrong',
      { ...criterion, scorring: criterion.scoring },
      'Did you mean criterion.scoring?',
    ],
    ['a value with a letter wrong', { criterion, boundary_policy: 'tigt' }, 'Did you mean tight?'],
  ];
  it.each(meant)('%s: the error shows the mend, and the next command', async (_, body, hint) => {
    const ended = await checkSimilar(JSON.stringify(body));
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain(hint);
    expect(ended.stderr).toMatch(/\nNext: vau moment-criteria attach --help\n$/);
  });
});
