/** The examples of docs/pipelines as people run them: their shell steps, with the real binary. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { bin, type Ended, temporary } from './harness.ts';

/** The archive of npm pack; the pipelines install nothing else. */
const archive = './vau-cli-0.1.0.tgz';

/** A folder with the commands in the examples: the binary of this build, and an npm that only accepts the packed archive. */
export function pipelinePrograms(): { readonly folder: string; remove(): void } {
  const programs = temporary();
  const script = (name: string, text: string) =>
    writeFileSync(path.join(programs.folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  script('vau', `exec '${process.execPath}' '${bin}' "$@"`);
  script('npm', `[ "$*" = 'install --global ${archive}' ] || { echo "npm $*" >&2; exit 99; }`);
  return programs;
}

/** A folder with a file for each criterion, as the examples expect it. */
export interface Checkout {
  readonly folder: string;
  /** Writes a file of a criterion. */
  criterion(file: string, value: object): void;
  remove(): void;
}

/** A folder without criteria. */
export function checkout(): Checkout {
  const home = temporary();
  const criteria = path.join(home.folder, 'criteria');
  mkdirSync(criteria);
  const criterion = (file: string, value: object) =>
    writeFileSync(path.join(criteria, `${file}.yaml`), stringify(value));
  return { folder: home.folder, criterion, remove: () => home.remove() };
}

const example = (name: string): Record<string, Record<string, unknown>> =>
  parse(readFileSync(fileURLToPath(new URL(`../../docs/pipelines/${name}`, import.meta.url)), 'utf8'));

/** Where a step runs. */
export interface Place {
  readonly folder: string;
  /** Folder of its programs. */
  readonly programs: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Runs one step like the hosts do: bash that stops at the first error, in the folder of the repository. */
function step(script: string, { folder, programs, env, timeout }: Place): Promise<Ended> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      PATH: `${programs}:${process.env.PATH}`,
      HOME: folder,
      VAU_CONFIG_DIR: path.join(folder, 'config'),
      VAU_PACKAGE: archive,
      ...env,
    },
    timeout,
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

/** Runs steps until one fails. */
export async function runSteps(scripts: readonly string[], place: Place): Promise<Ended> {
  let ended: Ended = { status: null, stdout: '', stderr: 'no step' };
  for (const script of scripts) {
    ended = await step(script, place);
    if (ended.status !== 0) return ended;
  }
  return ended;
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

/** The examples, each with its file. */
export const pipelines: readonly (readonly [string, Jobs])[] = [
  ['github-actions.yml', hosted()],
  ['gitlab-ci.yml', runner()],
];
