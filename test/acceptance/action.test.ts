/** The action of this repository: its shell step in bash, with the real binary, against a scripted service. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Ended, type Scripted, scripted, token } from './harness.ts';
import { collection, type MomentsService, moments } from './moments-service.ts';
import { type Checkout, checkout, pipelinePrograms, runSteps } from './pipeline-steps.ts';

const folder = fileURLToPath(new URL('../../action', import.meta.url));
interface Action {
  readonly inputs: Readonly<Record<string, { default?: string; required?: boolean }>>;
  readonly runs: { readonly steps: readonly { run?: string; env?: Record<string, string> }[] };
}
const action = parse(readFileSync(path.join(folder, 'action.yml'), 'utf8')) as Action;
const last = action.runs.steps.at(-1);

const programs = pipelinePrograms();
afterAll(() => programs.remove());

let files: Checkout;
let service: Scripted;
let state: MomentsService;
beforeEach(async () => {
  files = checkout();
  service = await scripted();
  state = moments(service);
  for (const name of ['promise', 'threat'])
    files.criterion(name, { name, instructions: `Find each ${name}.` });
});
afterEach(async () => {
  await service.close();
  files.remove();
});

/** Runs the last step with these inputs, as the host does; gives the summary of the job too. */
async function act(given: Readonly<Record<string, string>> = {}): Promise<Ended & { summary: string }> {
  const { inputs } = action;
  const inputOf = (name: string) => given[name] ?? inputs[name]?.default ?? '';
  const own = Object.entries(last?.env ?? {}).map(([variable, text]) => [
    variable,
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputOf(name)),
  ]);
  const file = path.join(files.folder, 'summary.md');
  const env = { ...Object.fromEntries(own), GITHUB_STEP_SUMMARY: file, GITHUB_ACTION_PATH: folder };
  const ended = await runSteps([last?.run ?? ''], {
    folder: files.folder,
    programs: programs.folder,
    env,
    timeout: 60_000,
  });
  return { ...ended, summary: existsSync(file) ? readFileSync(file, 'utf8') : '' };
}

const reached = () => ({ 'base-url': service.url, token, collection, attach: 'true' });

describe('the action', () => {
  it('only checks without attach, and needs no service', async () => {
    const { status, summary, stderr } = await act();
    expect(status, stderr).toBe(0);
    expect(summary).toContain('| promise.yaml | valid |\n| threat.yaml | valid |\n');
    expect(service.arrived).toEqual([]);
  });

  it('attaches every criterion, waits, and can run again', async () => {
    const { status, summary, stderr } = await act(reached());
    expect(status, stderr).toBe(0);
    expect(summary).toContain('| threat.yaml | attached, backfill completed |');
    expect(state.attached.map((one) => one.criterion_name)).toEqual(['promise', 'threat']);
    expect((await act(reached())).status).toBe(0);
    expect(state.posts()).toBe(2);
  });

  it('attaches nothing if one is invalid, and says which and why', async () => {
    files.criterion('threat', { name: 'Threat!', instructions: 'Find each | <b>threat</b>.' });
    const { status, summary } = await act(reached());
    expect(status).toBe(2);
    expect(summary).toMatch(/^\| threat\.yaml \| exit 2: .*name.* \|$/m);
    expect(summary).toContain('| promise.yaml | valid |');
    expect(state.attached).toEqual([]);
  });

  it('exits with the status of a backfill that failed', async () => {
    state.ending = 'completed_with_failures';
    const { status, summary } = await act(reached());
    expect(status).toBe(10);
    expect(summary).toMatch(/^\| promise\.yaml \| exit 10: /m);
  });

  it('says what is missing: a folder without criteria, an empty input', async () => {
    const empty = await act({ criteria: 'films' });
    expect(empty).toMatchObject({ status: 1, summary: '' });
    expect(empty.stderr).toContain('films holds no criteria');
    const { stderr } = await runSteps([last?.run ?? ''], {
      folder: files.folder,
      programs: programs.folder,
      env: {
        GITHUB_ACTION_PATH: folder,
        VAU_CRITERIA: 'criteria',
        ATTACH: 'true',
        VAU_BASE_URL: '',
        VAU_TOKEN: '',
        VAU_COLLECTION: '',
        TIMEOUT: '1h',
      },
      timeout: 60_000,
    });
    expect(stderr).toContain('VAU_BASE_URL is empty');
  });

  it('gives inputs to the shell as variables only: in its text they could be commands', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
  });
});
