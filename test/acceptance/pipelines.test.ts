/**
 * The examples of docs/pipelines: their shell steps in bash, with the real binary, against a scripted
 * service; twice.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { bin, choosing, type Ended, type Scripted, scripted, temporary } from './harness.ts';
import { collection, type MomentsService, moments } from './moments-service.ts';

const programs = temporary();
/** The archive of npm pack; the pipelines install nothing else. */
const archive = './vau-cli-0.1.0.tgz';

beforeAll(() => {
  // The commands in the examples: the binary of this build, and an npm that only accepts the packed archive.
  const script = (name: string, text: string) =>
    writeFileSync(path.join(programs.folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  script('vau', `exec '${process.execPath}' '${bin}' "$@"`);
  script('npm', `[ "$*" = 'install --global ${archive}' ] || { echo "npm $*" >&2; exit 99; }`);
});
afterAll(() => programs.remove());

/** A repository with two criteria, and the service that its pipeline speaks to. */
interface Repository {
  readonly folder: string;
  readonly service: Scripted;
  readonly state: MomentsService;
  /** Writes a file of a criterion. */
  criterion(file: string, value: object): void;
}

/** A test with a repository of its own, which is removed after it. */
const inRepository = (test: (repository: Repository) => Promise<void>) => async () => {
  const [home, service] = [temporary(), await scripted()];
  const criteria = path.join(home.folder, 'criteria');
  mkdirSync(criteria);
  const criterion = (file: string, value: object) =>
    writeFileSync(path.join(criteria, `${file}.yaml`), stringify(value));
  for (const name of ['promise', 'threat']) criterion(name, { name, instructions: `Find each ${name}.` });
  try {
    await test({ folder: home.folder, service, state: moments(service), criterion });
  } finally {
    await service.close();
    home.remove();
  }
};

const example = (name: string): Record<string, Record<string, unknown>> =>
  parse(readFileSync(fileURLToPath(new URL(`../../docs/pipelines/${name}`, import.meta.url)), 'utf8'));

/** Runs one step like the hosts do: bash that stops at the first error, in the folder of the repository. */
function step(script: string, { folder, service }: Repository, needsService: boolean): Promise<Ended> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      PATH: `${programs.folder}:${process.env.PATH}`,
      HOME: folder,
      VAU_CONFIG_DIR: path.join(folder, 'config'),
      VAU_PACKAGE: archive,
      ...(needsService ? { ...choosing(service), VAU_COLLECTION: collection } : {}),
    },
    timeout: 25_000,
  });
  let [stdout, stderr] = ['', ''];
  child.stdin.end();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr })));
}

/** The shell steps of the two jobs of an example, in order. */
interface Jobs {
  check: string[];
  attach: string[];
}

const steps = (job: unknown): string[] =>
  (job as { steps: { run?: string }[] }).steps.flatMap(({ run }) => (run ? [run] : []));

function hosted(): Jobs {
  const { jobs } = example('github-actions.yml');
  return { check: steps(jobs?.check), attach: steps(jobs?.attach) };
}

function runner(): Jobs {
  const whole = example('gitlab-ci.yml');
  const lines = (name: string, key: string) => whole[name]?.[key] as string[];
  const scriptOf = (name: string) => [
    [...lines('default', 'before_script'), ...lines(name, 'script')].join('\n'),
  ];
  return { check: scriptOf('check criteria'), attach: scriptOf('attach criteria') };
}

/** Runs steps until one fails. */
async function job(
  scripts: readonly string[],
  repository: Repository,
  needsService: boolean,
): Promise<Ended> {
  let ended: Ended = { status: null, stdout: '', stderr: 'no step' };
  for (const script of scripts) {
    ended = await step(script, repository, needsService);
    if (ended.status !== 0) return ended;
  }
  return ended;
}

// At the same time: most of it passes between two polls.
describe.concurrent.each([
  ['github-actions.yml', hosted()],
  ['gitlab-ci.yml', runner()],
])('docs/pipelines/%s', (_, { check, attach }) => {
  it(
    '[ATT-12] attaches every criterion and waits; the second run sends nothing',
    inRepository(async (repository) => {
      const { state } = repository;
      const first = await job(attach, repository, true);
      expect(first.status, first.stderr).toBe(0);
      expect(state.attached.map(({ criterion_name }) => criterion_name)).toEqual(['promise', 'threat']);
      expect(state.attached.every(({ backfill_status }) => backfill_status === 'completed')).toBe(true);
      const second = await job(attach, repository, true);
      expect(second.status, second.stderr).toBe(0);
      expect(state.posts()).toBe(2);
    }),
  );

  it(
    '[ATT-12] exits with 10 when a file of a backfill failed',
    inRepository(async (repository) => {
      repository.state.ending = 'completed_with_failures';
      expect((await job(attach, repository, true)).status).toBe(10);
    }),
  );

  it(
    'exits with 6 when another criterion has the name',
    inRepository(async (repository) => {
      await job(attach, repository, true);
      repository.criterion('threat', { name: 'threat', instructions: 'Something else.' });
      const ended = await job(attach, repository, true);
      expect([ended.status, repository.state.posts()]).toEqual([6, 2]);
    }),
  );

  it(
    'checks without a service: 0 if all are valid, 2 with every invalid file named',
    inRepository(async (repository) => {
      expect((await job(check, repository, false)).status).toBe(0);
      repository.criterion('aside', { name: 'Aside', instructions: 'x' });
      repository.criterion('other', { name: 'other', instructions: '' });
      const ended = await job(check, repository, false);
      expect(ended.status).toBe(2);
      expect(ended.stderr).toContain('criterion.name');
      expect(ended.stderr).toContain('criterion.instructions');
      expect(repository.service.arrived).toEqual([]);
    }),
  );
});
