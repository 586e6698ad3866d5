/**
 * The examples of docs/pipelines: their shell steps in bash, with the real binary, against a scripted
 * service; twice.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { bin, choosing, type Ended, type Scripted, scripted, temporary } from './harness.ts';
import { collection, type MomentsService, moments } from './moments-service.ts';

let service: Scripted;
let state: MomentsService;
const home = temporary();
const criteria = path.join(home.folder, 'criteria');
/** The archive of npm pack; the pipelines install nothing else. */
const archive = './vau-cli-0.1.0.tgz';

beforeAll(async () => {
  service = await scripted();
  // The commands in the examples: the binary of this build, and an npm that only accepts the packed archive.
  const programs = path.join(home.folder, 'programs');
  mkdirSync(programs);
  writeFileSync(path.join(programs, 'vau'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, {
    mode: 0o755,
  });
  const npm = `#!/bin/sh\n[ "$*" = 'install --global ${archive}' ] || { echo "npm $*" >&2; exit 99; }\n`;
  writeFileSync(path.join(programs, 'npm'), npm, { mode: 0o755 });
});
beforeEach(() => {
  service.arrived.length = 0;
  state = moments(service);
  rmSync(criteria, { recursive: true, force: true });
  mkdirSync(criteria);
  for (const name of ['promise', 'threat']) criterion(name, { name, instructions: `Find each ${name}.` });
});
afterAll(async () => {
  await service.close();
  home.remove();
});

const criterion = (file: string, value: object) =>
  writeFileSync(path.join(criteria, `${file}.yaml`), stringify(value));

const example = (name: string): Record<string, Record<string, unknown>> =>
  parse(readFileSync(fileURLToPath(new URL(`../../docs/pipelines/${name}`, import.meta.url)), 'utf8'));

/** Runs one step like the hosts do: bash that stops at the first error, in the folder of the repository. */
function step(script: string, needsService: boolean): Promise<Ended> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: home.folder,
    env: {
      PATH: `${path.join(home.folder, 'programs')}:${process.env.PATH}`,
      HOME: home.folder,
      VAU_CONFIG_DIR: path.join(home.folder, 'config'),
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
async function job(scripts: readonly string[], needsService: boolean): Promise<Ended> {
  let ended: Ended = { status: null, stdout: '', stderr: 'no step' };
  for (const script of scripts) {
    ended = await step(script, needsService);
    if (ended.status !== 0) return ended;
  }
  return ended;
}

describe.each([
  ['github-actions.yml', hosted()],
  ['gitlab-ci.yml', runner()],
])('docs/pipelines/%s', (_, { check, attach }) => {
  it('[ATT-12] attaches every criterion and waits; the second run sends nothing', async () => {
    const first = await job(attach, true);
    expect(first.status, first.stderr).toBe(0);
    expect(state.attached.map(({ criterion_name }) => criterion_name)).toEqual(['promise', 'threat']);
    expect(state.attached.every(({ backfill_status }) => backfill_status === 'completed')).toBe(true);
    const second = await job(attach, true);
    expect(second.status, second.stderr).toBe(0);
    expect(state.posts()).toBe(2);
  });

  it('[ATT-12] exits with 10 when a file of a backfill failed', async () => {
    state.ending = 'completed_with_failures';
    expect((await job(attach, true)).status).toBe(10);
  });

  it('exits with 6 when another criterion has the name', async () => {
    await job(attach, true);
    criterion('threat', { name: 'threat', instructions: 'Something else.' });
    const ended = await job(attach, true);
    expect([ended.status, state.posts()]).toEqual([6, 2]);
  });

  it('checks without a service: 0 if all are valid, 2 with every invalid file named', async () => {
    expect((await job(check, false)).status).toBe(0);
    criterion('aside', { name: 'Aside', instructions: 'x' });
    criterion('other', { name: 'other', instructions: '' });
    const ended = await job(check, false);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('criterion.name');
    expect(ended.stderr).toContain('criterion.instructions');
    expect(service.arrived).toEqual([]);
  });
});
