/** Texts from a service that a terminal would interpret: in names, values, errors and traces. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { locate, needs } from '../support/programs.ts';
import { bin, choosing, run, stage } from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const orders = 'a\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eb';
const file = {
  id: a,
  status: 'completed',
  filename: `${orders}\tc\nd.mp4`,
  metadata: { [`key ${orders}`]: orders, rows: [{ [orders]: 1 }] },
};
const { service, home } = await stage();

const vau = (...args: string[]) => run(home.folder, args, { env: choosing(service) });

/** Runs it on a terminal without colours, so that no control character is expected. */
function onTerminal(...args: string[]): Promise<string> {
  const line = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn(locate('script'), ['-qec', `stty cols 100 -opost; exec ${line}`, '/dev/null'], {
    cwd: home.folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home.folder,
      TERM: 'dumb',
      VAU_CONFIG_DIR: path.join(home.folder, 'config'),
      ...choosing(service),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  return new Promise((resolve) => child.once('close', () => resolve(shown)));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const onTty = needs('script');

describe('[SAFE-5] on a terminal, no text from a service is interpreted', () => {
  const list = { object: 'list', data: [file], total: 1, limit: 50, offset: 0 };
  const answers: [what: string, line: string[], json: unknown, status?: number][] = [
    ['a table', ['file', 'list'], list],
    ['the columns of a query', ['file', 'list', '--query', 'data[].metadata'], list],
    ['one thing', ['file', 'get', a], file],
    ['a single text', ['file', 'get', a, '--query', 'filename'], file],
    ['JSON', ['file', 'get', a, '-o', 'json'], file],
    ['ndjson', ['file', 'list', '-o', 'ndjson'], list],
    ['YAML', ['file', 'get', a, '-o', 'yaml'], file],
    ['CSV', ['file', 'list', '-o', 'csv', '--query', 'data[].metadata'], list],
    ['vau api', ['api', 'GET', '/files'], list],
    ['Markdown', ['describe', 'get', a, '--format', 'markdown'], { job_id: a, data: { content: orders } }],
    ['an error', ['file', 'get', a], { error: `no ${orders}` }, 404],
    ['a trace', ['file', 'get', a, '--debug'], { error: `no ${orders}` }, 404],
  ];
  for (const [what, line, json, status = 200] of answers)
    onTty(what, async () => {
      service.script = () => ({ json, status });
      const shown = await onTerminal(...line);
      expect(shown).toContain('owned');
      expect(shown).not.toMatch(obeyed);
    });

  onTty('[CLI-4] and its JSON is still the same object', async () => {
    service.script = () => ({ json: file });
    expect(JSON.parse(await onTerminal('file', 'get', a, '-o', 'json'))).toEqual(file);
  });
});

describe('on a pipe', () => {
  it('[SAFE-5] a text in CSV is never a formula of a spreadsheet; numbers stay numbers', async () => {
    const formulas = ['=HYPERLINK("http://x.example")', '+1+cmd', '-1+1', '@SUM(A1)', '\t=1', '\r=1'];
    const kept = ['-5', '+1.5', 'a=b', "it's"];
    const data = [...formulas, ...kept].map((name) => ({ name, bytes: -7, [formulas[0] ?? '']: 1 }));
    service.script = () => ({ json: { data } });
    const { stdout } = await vau('file', 'list', '-o', 'csv', '--query', 'data');
    const cells = stdout.split(/,|\r\n/);
    expect(stdout).toContain(`"'=HYPERLINK(""http://x.example"")"`);
    for (const formula of formulas.slice(1)) expect(cells.join()).toContain(`'${formula}`);
    expect(cells.filter((cell) => /^"?[=@\t\r]/.test(cell))).toEqual([]);
    for (const text of kept) expect(cells).toContain(text);
    expect(cells).toContain('-7');
    const tsv = await vau('file', 'list', '-o', 'tsv', '--query', 'data[].name');
    expect(tsv.stdout).toContain('\n+1+cmd\n');
  });

  it('[SAFE-5] an error is readable in a log, and exact in JSON', async () => {
    service.script = () => ({ status: 404, json: { error: `no ${orders}\nmore` } });
    expect((await vau('file', 'get', a)).stderr).not.toMatch(obeyed);
    const { stderr } = await vau('file', 'get', a, '-o', 'json');
    expect(JSON.parse(stderr).message).toBe(`no ${orders}\nmore`);
  });

  it('[CLI-4] a single text is unchanged', async () => {
    service.script = () => ({ json: file });
    expect((await vau('file', 'get', a, '--query', 'filename')).stdout).toBe(`${file.filename}\n`);
  });

  it('the rows of a table stay rows, whatever a cell contains', async () => {
    service.script = () => ({ json: { object: 'list', data: [file, file], total: 2, limit: 50, offset: 0 } });
    const { stdout } = await vau('file', 'list');
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stdout).not.toContain('\t');
  });

  it('the JSON error is the last line of standard error, after any notes', async () => {
    service.script = (_, count) =>
      count % 2 ? { hangUp: true } : { status: 404, json: { error: 'not found' } };
    service.arrived.length = 0;
    const { stderr } = await vau('file', 'get', a, '-o', 'json');
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ code: 'not_found', exit_status: 5 });
  });
});
