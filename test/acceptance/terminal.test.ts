/** The real binary on a pseudo-terminal, made by script(1) of util-linux. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { locate, needs } from '../support/programs.ts';
import { bin, choosing, type Scripted, scripted, temporary, token } from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
let service: Scripted;
let home: ReturnType<typeof temporary>;

beforeAll(async () => {
  service = await scripted();
});
beforeEach(() => {
  home = temporary();
});
afterEach(() => {
  service.arrived.length = 0;
  home.remove();
});
afterAll(() => service.close());

/** When this is seen, these keys are typed. */
type Step = readonly [seen: string, keys: string];

/** Runs it on a terminal of 100 columns and types the keys in turn. Gives all that was shown, without its colours. */
function onTerminal(
  args: readonly string[],
  steps: readonly Step[],
  env: Record<string, string> = choosing(service),
) {
  const quoted = [process.execPath, bin, ...args]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(' ');
  const child = spawn(locate('script'), ['-qec', `stty cols 100; exec ${quoted}`, '/dev/null'], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home.folder,
      TERM: 'xterm',
      VAU_CONFIG_DIR: path.join(home.folder, 'config'),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: 25_000,
    killSignal: 'SIGKILL',
  });
  let raw = '';
  let from = 0;
  const left = [...steps];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text;
    const [seen, keys] = left[0] ?? [];
    const at = seen === undefined ? -1 : stripVTControlCharacters(raw).indexOf(seen, from);
    if (at < 0 || seen === undefined || keys === undefined) return;
    from = at + seen.length;
    left.shift();
    child.stdin.write(keys);
  });
  return new Promise<{ status: number | null; shown: string; raw: string }>((resolve) => {
    child.once('close', (status) => resolve({ status, raw, shown: stripVTControlCharacters(raw) }));
  });
}

const onTty = needs('script');
const question = `Delete collection ${a}? The files in it remain.`;

describe('on a terminal', () => {
  onTty('[DEL-4] deleting asks, and a no deletes nothing', async () => {
    const ended = await onTerminal(['collection', 'delete', a], [[question, 'n\r']]);
    expect(ended.status).toBe(1);
    expect(ended.shown).toContain('Nothing was deleted');
    expect(service.arrived).toEqual([]);
  });

  onTty('[DEL-4] Enter alone means no', async () => {
    expect((await onTerminal(['tag', 'delete', a], [[`Delete tag ${a}?`, '\r']])).status).toBe(1);
    expect(service.arrived).toEqual([]);
  });

  onTty('[DEL-4] a yes deletes and says what was deleted', async () => {
    const ended = await onTerminal(['collection', 'delete', a], [[question, 'y\r']]);
    expect(ended.status).toBe(0);
    expect(ended.shown).toContain(`Deleted collection ${a}`);
    expect(service.arrived).toMatchObject([{ method: 'DELETE', path: `/v1/collections/${a}` }]);
  });

  onTty('[DEL-4] Ctrl-C at the question is an interruption, exit 130', async () => {
    expect((await onTerminal(['collection', 'delete', a], [[question, '\u0003']])).status).toBe(130);
    expect(service.arrived).toEqual([]);
  });

  onTty('[CLI-3] auth login asks for the token and does not show it', async () => {
    const ended = await onTerminal(
      ['auth', 'login'],
      [
        ['Base address', `${service.url}\r`],
        ['Token', `${token}\r`],
      ],
      {},
    );
    expect(ended.status).toBe(0);
    expect(ended.raw).not.toContain(token);
    const file = path.join(home.folder, 'config', 'config.json');
    expect(existsSync(file)).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8')).profiles.default).toEqual({ base_url: service.url, token });
  });

  onTty('[CLI-4] a table is coloured and fits the width', async () => {
    const row = { id: a, label: 'topic', value: 'x'.repeat(200), type: 'file', file_id: a };
    service.script = () => ({ json: { object: 'list', data: [row], total: 1, limit: 50, offset: 0 } });
    const { raw, shown } = await onTerminal(['tag', 'list'], []);
    expect(raw).toContain('\u001b[1m');
    expect(shown).toContain('…');
    expect(shown.split(/\r?\n/).filter((line) => line.length > 100)).toEqual([]);
  });

  onTty('[CLI-5] waiting shows its progress, and Ctrl-C ends it with 130', async () => {
    service.script = () => ({ json: { id: a, status: 'processing' } });
    const line = ['share', 'create', a, '--wait', '--interval', '0.2'];
    const ended = await onTerminal(line, [['The share is processing', '\u0003']]);
    expect(ended.status).toBe(130);
    expect(ended.shown).toContain(`vau wait share ${a}`);
  });
});
