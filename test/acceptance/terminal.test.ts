/** The real binary on a pseudo-terminal, made by script(1) of util-linux. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { needs } from '../support/programs.ts';
import { choosing, stage, temporary, token } from './harness.ts';
import { type Look, pidIn, type Step, typedOn } from './on-terminal.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const { service } = await stage();
let home: ReturnType<typeof temporary>;

beforeEach(() => {
  home = temporary();
});
afterEach(() => home.remove());

/** Runs it on a terminal against the scripted service, and types the keys in turn. */
const onTerminal = (
  args: readonly string[],
  steps: readonly Step[],
  env: Record<string, string> = choosing(service),
  look: Look = {},
) => typedOn(home.folder, args, steps, env, look);

const onTty = needs('script');
const question = 'To confirm, type the name Talks:';
/** Requests but those that look up what can be chosen. */
const changes = () => service.arrived.filter(({ method }) => method !== 'GET');
const sent = () => service.arrived.map(({ method, path }) => `${method} ${path}`);

describe('on a terminal', () => {
  describe('deleting a collection', () => {
    beforeEach(() => {
      service.script = () => ({ json: { id: a, name: 'Talks', file_count: 3 } });
    });

    onTty('[DEL-4] asks for its name, and deletes when that is typed', async () => {
      const ended = await onTerminal(['collection', 'delete', a], [[question, 'Talks\r']]);
      expect(ended.status).toBe(0);
      const shown = ended.shown.replace(/\s+/g, ' ');
      expect(shown).toContain(`Delete collection "Talks" (${a}), on ${service.url} (VAU_BASE_URL)?`);
      expect(shown).toContain('the 3 files in it remain');
      expect(ended.shown).toContain(`Deleted collection ${a}`);
      expect(sent()).toEqual([`GET /v1/collections/${a}`, `DELETE /v1/collections/${a}`]);
    });

    onTty('[DEL-4] a yes, another name and Enter alone delete nothing', async () => {
      for (const typed of ['y\r', 'Talk\r', '\r']) {
        const ended = await onTerminal(['collection', 'delete', a], [[question, typed]]);
        expect(ended.status).toBe(1);
        expect(ended.shown).toContain('Nothing was deleted');
      }
      expect(sent().filter((line) => line.startsWith('DELETE'))).toEqual([]);
    });

    onTty('[DEL-4] Ctrl-C at the question is an interruption, exit 130', async () => {
      expect((await onTerminal(['collection', 'delete', a], [[question, '\u0003']])).status).toBe(130);
      expect(sent().filter((line) => line.startsWith('DELETE'))).toEqual([]);
    });

    onTty('[DEL-4] --yes is not asked', async () => {
      expect((await onTerminal(['collection', 'delete', a, '--yes'], [])).status).toBe(0);
      expect(sent()).toEqual([`DELETE /v1/collections/${a}`]);
    });

    onTty('[DEL-4] one that is not there is said before anything is asked', async () => {
      service.script = () => ({ status: 404, json: { error: 'no such collection' } });
      const ended = await onTerminal(['collection', 'delete', a], []);
      expect(ended.status).toBe(5);
      expect(ended.shown).not.toContain('Type its name');
    });
  });

  onTty('[DEL-4] deleting the rest asks yes or no, and a no deletes nothing', async () => {
    const ended = await onTerminal(['tag', 'delete', a], [[`Delete tag ${a}`, 'n\r']]);
    expect(ended.status).toBe(1);
    expect(ended.shown).toContain('Nothing was deleted');
    expect(sent()).toEqual([`GET /v1/tags/${a}`]);
  });

  onTty('[DEL-4] Enter alone means no', async () => {
    expect((await onTerminal(['tag', 'delete', a], [[`Delete tag ${a}`, '\r']])).status).toBe(1);
    expect(sent()).toEqual([`GET /v1/tags/${a}`]);
  });

  onTty('[DEL-4] a yes deletes and says what was deleted', async () => {
    service.script = () => ({ json: { id: a, label: 'speaker', value: 'Ada' } });
    const ended = await onTerminal(['tag', 'delete', a], [[`Delete tag "speaker: Ada" (${a})`, 'y\r']]);
    expect(ended.status).toBe(0);
    expect(ended.shown).toContain(`Deleted tag ${a}`);
    expect(sent()).toEqual([`GET /v1/tags/${a}`, `DELETE /v1/tags/${a}`]);
  });

  onTty('[DEL-4] the question breaks between words where the terminal is narrow', async () => {
    service.script = () => ({ json: { id: a, label: 'speaker', value: 'Adaline of the harbour office' } });
    const narrow = { columns: 60 };
    const ended = await onTerminal(['tag', 'delete', a], [['(y/N)', 'n\r']], undefined, narrow);
    const asked = ended.shown.slice(ended.shown.indexOf('Delete tag'), ended.shown.indexOf('(y/N)'));
    const words = `Delete tag "speaker: Adaline of the harbour office" (${a}), on ${service.url} (VAU_BASE_URL)? The tagged file or segment remains.`;
    expect(asked.split(/\s+/).filter(Boolean)).toEqual(words.split(' '));
    expect(asked.trim().split('\n').length).toBeGreaterThan(1);
  });

  describe('missing values are asked for', () => {
    const file: Step = ['ID of the file to share (<file-id>)', `${a}\r`];

    onTty('[CLI-7] an argument, on standard error: standard output is the result alone', async () => {
      service.script = () => ({ json: { id: a } });
      const line = ['share', 'create', '-o', 'json'];
      const ended = await onTerminal(line, [file], choosing(service), { redirection: '> out.json' });
      expect(ended.status).toBe(0);
      expect(changes()).toMatchObject([{ method: 'POST', body: { file_id: a } }]);
      expect(JSON.parse(readFileSync(path.join(home.folder, 'out.json'), 'utf8'))).toEqual({ id: a });
    });

    onTty('[CLI-7] an id is picked from what is there, by a part of its name, or typed', async () => {
      const data = ['Harbour.mp4', 'Talk.mp4'].map((filename, index) => ({
        id: `${a.slice(0, -1)}${index}`,
        filename,
      }));
      service.script = ({ method }) => ({
        json: method === 'GET' ? { object: 'list', data, total: 2, limit: 100, offset: 0 } : { id: a },
      });
      const picked: Step[] = [
        ['Harbour.mp4', 'talk'],
        ['Use "talk"', '\r'],
      ];
      const ended = await onTerminal(['share', 'create'], picked);
      expect(ended.status).toBe(0);
      expect(ended.shown).toContain('Talk.mp4  0b6a1a52');
      expect(changes()).toMatchObject([{ body: { file_id: `${a.slice(0, -1)}1` } }]);
      const file = a.replace(/.$/, '9');
      const typed: Step[] = [
        ['Harbour.mp4', file],
        [`Use "${file}"`, '\r'],
      ];
      expect((await onTerminal(['share', 'create'], typed)).status).toBe(0);
      expect(changes().at(-1)).toMatchObject({ body: { file_id: file } });
    });

    onTty('[CLI-7] Enter alone is not an answer', async () => {
      const steps: Step[] = [
        ['(<file-id>)', '\r'],
        ['A value is required', `${a}\r`],
      ];
      expect((await onTerminal(['share', 'create'], steps)).status).toBe(0);
      expect(changes()).toMatchObject([{ body: { file_id: a } }]);
    });

    onTty('[CLI-7] flags the contract asks for, by a list where there are choices', async () => {
      const steps: Step[] = [
        ['(<name>)', 'Talks\r'],
        ['(--type)', '\u001b[B\r'],
      ];
      const ended = await onTerminal(['collection', 'create', '--description', 'x', '--prompt', 'p'], steps);
      expect(ended.status).toBe(0);
      expect(changes()).toMatchObject([
        { method: 'POST', body: { name: 'Talks', collection_type: 'entities', description: 'x' } },
      ]);
    });

    onTty('[CLI-7] several in turn, each once', async () => {
      const steps: Step[] = [
        ['(<file-id>)', `${a}\r`],
        ['(--label)', 'topic\r'],
        ['(--value)', 'budget\r'],
      ];
      expect((await onTerminal(['tag', 'create'], steps)).status).toBe(0);
      expect(changes()).toMatchObject([{ body: { file_id: a, label: 'topic', value: 'budget' } }]);
    });

    onTty('[CLI-7] one of several flags, chosen by its name, then its value', async () => {
      const steps: Step[] = [
        ['(<query>)', 'the budget\r'],
        ['Choose where to search', '\u001b[B\r'],
        ['Search this file (--file)', `${a}\r`],
      ];
      const ended = await onTerminal(['deep-search', 'run'], steps);
      expect(ended.status).toBe(0);
      const knowledge_base = { source: 'files', files: [a] };
      expect(changes()).toMatchObject([{ body: { query: 'the budget', knowledge_base } }]);
    });

    onTty('[CLI-7] one of several flags that takes no value', async () => {
      const steps: Step[] = [['Choose where to search', '\u001b[B\u001b[B\r']];
      expect((await onTerminal(['deep-search', 'run', 'budget'], steps)).status).toBe(0);
      expect(changes()).toMatchObject([{ body: { knowledge_base: { source: 'default' } } }]);
    });

    onTty('[CLI-7] asks again after an invalid value, with the reason', async () => {
      const steps: Step[] = [
        ['(<url>)', 'example.com\r'],
        ['(<url>)', 'https://example.com/film.mp4\r'],
      ];
      const ended = await onTerminal(['file', 'sync'], steps);
      expect(ended.status).toBe(0);
      expect(ended.shown).toContain('<url> must be a URL that starts with http:// or https://');
      expect(changes()).toMatchObject([{ body: { url: 'https://example.com/film.mp4' } }]);
    });

    onTty('[CLI-7] the secret that webhook listen needs, not shown', async () => {
      const steps: Step[] = [
        ['Webhook secret', `whsec_${'c2VjcmV0'.repeat(4)}\r`],
        ['Listening on', '\u0003'],
      ];
      const ended = await onTerminal(['webhook', 'listen', '--port', '0'], steps, {});
      expect(ended.status).toBe(0);
      expect(ended.raw).not.toContain('c2VjcmV0');
    });

    onTty('[CLI-7] arguments of local commands too', async () => {
      const ended = await onTerminal(['config', 'get'], [['(<key>)', '\r']]);
      expect(ended.status).toBe(0);
      expect(ended.shown).toContain('default');
    });

    onTty('[CLI-5] what to wait for', async () => {
      service.script = () => ({ json: { id: a, status: 'completed' } });
      const steps: Step[] = [
        ['(<kind>)', '\r'],
        ['(<id>)', `${a}\r`],
      ];
      const ended = await onTerminal(['wait'], steps);
      expect(ended.status).toBe(0);
      expect(sent()).toEqual([`GET /v1/files/${a}`]);
    });

    onTty('[CLI-7] Ctrl-C in a prompt: exit 130, and nothing is sent', async () => {
      expect((await onTerminal(['share', 'create'], [['(<file-id>)', '\u0003']])).status).toBe(130);
      expect(changes()).toEqual([]);
    });

    onTty('[CLI-7] without a service there is an error and no prompt', async () => {
      const ended = await onTerminal(['share', 'create'], [], {});
      expect(ended.status).toBe(2);
      expect(ended.shown).toContain('No service is chosen');
    });
  });

  onTty('[CLI-3] auth login asks for the token and does not show it', async () => {
    const ended = await onTerminal(
      ['auth', 'login'],
      [
        ['Base URL', `${service.url}\r`],
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

  onTty('[CLI-3] a token that is asked for is not shown, and an empty one is not kept', async () => {
    const file = path.join(home.folder, 'config', 'config.json');
    const empty = await onTerminal(['config', 'set', 'token'], [['Token', '\r']]);
    expect(empty.status).toBe(2);
    expect(existsSync(file)).toBe(false);
    const ended = await onTerminal(['config', 'set', 'token'], [['Token', `${token}\r`]]);
    expect(ended.status).toBe(0);
    expect(ended.raw).not.toContain(token);
    expect(JSON.parse(readFileSync(file, 'utf8')).profiles.default).toEqual({ token });
  });

  onTty('[CLI-3] Ctrl-C at the token: exit 130, and nothing is kept', async () => {
    const steps: Step[] = [
      ['Base URL', `${service.url}\r`],
      ['Token', '\u0003'],
    ];
    expect((await onTerminal(['auth', 'login'], steps, {})).status).toBe(130);
    expect(existsSync(path.join(home.folder, 'config', 'config.json'))).toBe(false);
  });

  onTty('a Retry-After counts down', async () => {
    service.script = (_, count) =>
      count === 1
        ? { status: 429, headers: { 'retry-after': '3' }, json: { error: 'slow down' } }
        : { json: { id: a, status: 'completed' } };
    const { status, shown } = await onTerminal(['file', 'get', a], []);
    expect(status).toBe(0);
    for (const left of ['3 s', '2 s', '1 s']) expect(shown).toContain(`retrying in ${left}`);
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

  onTty('[CLI-5] progress of several, then how each ended', async () => {
    service.script = ({ path }, count) => ({
      json: { id: a, status: count > 6 ? 'completed' : path.endsWith(a) ? 'processing' : 'pending' },
    });
    const other = a.replace(/.$/, '2');
    const ended = await onTerminal(['wait', 'file', a, other, '--interval', '0.2'], []);
    expect(ended.status).toBe(0);
    expect(ended.shown).toContain('0 of 2 have finished; 1 processing, 1 pending');
    expect(ended.shown).toContain(`file ${a} is done`);
    expect(ended.shown).toContain(`file ${other} is done`);
  });

  describe('a conversation', () => {
    const says = (content: string) => ({
      json: {
        id: a,
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content } }],
      },
    });
    beforeEach(() => {
      service.script = (_, count) =>
        says(count === 1 ? 'Ben: In 1912. [harbour.mp4, 0:08:41]' : 'Ben said so.');
    });
    const line = ['chat', '--collection', a];

    onTty('sends each question with those before, until Ctrl-D', async () => {
      const steps: Step[] = [
        ['> ', 'When was it built?\r'],
        ['0:08:41]', 'and who said that?\r'],
        ['Ben said so.', '\u0004'],
      ];
      const ended = await onTerminal(line, steps);
      expect(ended.status, ended.shown).toBe(0);
      expect(ended.shown).toContain('Ben: In 1912. [harbour.mp4, 0:08:41]');
      expect(service.arrived.map(({ body }) => body)).toMatchObject([
        { collections: [a], messages: [{ role: 'user', content: 'When was it built?' }] },
        {
          collections: [a],
          messages: [
            { role: 'user', content: 'When was it built?' },
            { role: 'assistant', content: 'Ben: In 1912. [harbour.mp4, 0:08:41]' },
            { role: 'user', content: 'and who said that?' },
          ],
        },
      ]);
    });

    onTty('takes what was typed during an answer: a question, then Ctrl-D', async () => {
      service.script = (_, count) => ({ ...says(`Answer ${count}.`), after: 400 });
      const steps: Step[] = [
        ['> ', 'one\r'],
        ['Looking', 'two\r\u0004'],
      ];
      const ended = await onTerminal(line, steps);
      expect(ended.status, ended.shown).toBe(0);
      expect(ended.shown).toMatch(/Answer 1\.[\s\S]*> two\s[\s\S]*Answer 2\./);
      expect(ended.shown.match(/two/g)).toHaveLength(1);
    });

    onTty('Ctrl-C during an answer ends it: exit 130', async () => {
      service.script = () => ({ never: true });
      const ended = await onTerminal(line, [
        ['> ', 'one\r'],
        ['Looking', '\u0003'],
      ]);
      expect(ended.status, ended.shown).toBe(130);
    });

    onTty.each([
      ['Ctrl-C', '\u0003'],
      ['exit', 'exit\r'],
    ])('is left by %s, and nothing was sent', async (_, keys) => {
      const ended = await onTerminal(line, [['> ', keys]]);
      expect(ended.status, ended.shown).toBe(0);
      expect(service.arrived).toEqual([]);
    });

    onTty('takes the name of a collection, before the first question', async () => {
      const talks = { object: 'list', data: [{ id: a, name: 'Talks' }], total: 1, limit: 100, offset: 0 };
      service.script = ({ method }) => (method === 'GET' ? { json: talks } : says('In 1912.'));
      const steps: Step[] = [
        ['> ', 'When?\r'],
        ['In 1912.', '\u0004'],
      ];
      const ended = await onTerminal(['chat', '--collection', 'Talks'], steps);
      expect(ended.status, ended.shown).toBe(0);
      expect(service.arrived.at(-1)?.body).toMatchObject({ collections: [a] });
    });

    onTty('asks for the collection', async () => {
      const steps: Step[] = [
        ['(--collection)', `${a}\r`],
        ['> ', '\u0004'],
      ];
      expect((await onTerminal(['chat'], steps)).status).toBe(0);
    });

    onTty('goes on after a question that failed, but not after the first one', async () => {
      const bad = { status: 400, json: { error: 'the question is odd' } };
      service.script = (_, count) => (count === 2 ? bad : says(`Answer ${count}.`));
      const steps: Step[] = [
        ['> ', 'one\r'],
        ['Answer 1.', 'two\r'],
        ['Not answered: the question is odd', 'three\r'],
        ['Answer 3.', '\u0004'],
      ];
      expect((await onTerminal(line, steps)).status).toBe(0);
      service.script = () => bad;
      expect((await onTerminal(line, [['> ', 'one\r']])).status).toBe(8);
    });
  });

  describe('vau open', () => {
    const url = 'http://127.0.0.1:1/open/once';
    const opened = () => path.join(home.folder, 'opened');
    /** A program in place of a browser, which notes what it is to open. */
    const browser = (name: string) => {
      const file = path.join(home.folder, name);
      const script = `#!/bin/sh\necho "${name} $*" > '${opened()}.part'; mv '${opened()}.part' '${opened()}'\n`;
      writeFileSync(file, script, { mode: 0o755 });
      return file;
    };
    const env = (more: object = {}) => ({
      ...choosing(service),
      PATH: `${home.folder}:${process.env.PATH}`,
      ...more,
    });
    beforeEach(() => {
      service.script = () => ({ json: { object: 'page_link', url, expires_at: Date.now() + 1000 } });
    });

    onTty('starts the browser of the system with the link, and prints it', async () => {
      browser('xdg-open');
      const { status, shown } = await onTerminal(['open', 'jobs'], [], env({ DISPLAY: ':0' }));
      expect(status, shown).toBe(0);
      expect(shown).toContain(url);
      await expect.poll(() => existsSync(opened())).toBe(true);
      expect(readFileSync(opened(), 'utf8')).toBe(`xdg-open ${url}\n`);
      expect(changes()).toMatchObject([{ path: '/v1/page-links', body: { page: 'jobs' } }]);
    });

    onTty('starts the one that BROWSER names, and says so where it cannot be started', async () => {
      browser('xdg-open');
      expect((await onTerminal(['open'], [], env({ BROWSER: browser('mine') }))).status).toBe(0);
      await expect.poll(() => existsSync(opened())).toBe(true);
      expect(readFileSync(opened(), 'utf8')).toBe(`mine ${url}\n`);
      const missing = await onTerminal(['open'], [], env({ BROWSER: path.join(home.folder, 'none') }));
      expect(missing).toMatchObject({ status: 0, shown: expect.stringContaining('open the link yourself') });
      expect(missing.shown).toContain(url);
    });

    onTty.skipIf(process.platform !== 'linux')('says so where there is no screen for one', async () => {
      browser('xdg-open');
      const { status, shown } = await onTerminal(['open'], [], env({ DISPLAY: '', WAYLAND_DISPLAY: '' }));
      expect([status, shown]).toEqual([0, expect.stringContaining('open the link yourself')]);
      expect(existsSync(opened())).toBe(false);
    });

    onTty('opens nothing with --print, with -o, or where the output is no terminal', async () => {
      browser('xdg-open');
      const lines = [['open', '--print'], ['open', '-o', 'json'], ['open']];
      for (const [at, line] of lines.entries()) {
        const redirection = at === 2 ? '> out.txt' : '';
        expect((await onTerminal(line, [], env(), { redirection })).status).toBe(0);
      }
      expect(readFileSync(path.join(home.folder, 'out.txt'), 'utf8')).toBe(`${url}\n`);
      expect(existsSync(opened())).toBe(false);
    });
  });

  describe('without a size', () => {
    /** Enough for seconds of a spinner; endless line clearing exceeds it at once. */
    const much = 200_000;

    onTty('[SAFE-4] --wait shows its progress in bounded output, and ends', async () => {
      service.script = (_, count) => ({ json: { id: a, status: count < 3 ? 'processing' : 'completed' } });
      const line = ['share', 'create', a, '--wait', '--interval', '0.2'];
      const ended = await onTerminal(line, [], choosing(service), { columns: 0 });
      expect(ended.status).toBe(0);
      expect(ended.shown).toContain('The share is processing');
      expect(ended.raw.length).toBeLessThan(much);
    });

    onTty('[SAFE-4] SIGTERM ends --wait', async () => {
      service.script = () => ({ json: { id: a, status: 'processing' } });
      let sent = false;
      const onShown = (raw: string) => {
        if (sent || !raw.includes('The share is processing')) return;
        sent = true;
        process.kill(pidIn(raw), 'SIGTERM');
      };
      const line = ['share', 'create', a, '--wait', '--interval', '0.2'];
      const ended = await onTerminal(line, [], choosing(service), { columns: 0, onShown });
      expect(ended.status).toBe(130);
      expect(ended.raw.length).toBeLessThan(much);
    });

    onTty('a table is as wide as on one of 80 columns', async () => {
      const row = { id: a, label: 'topic', value: 'x'.repeat(200), type: 'file', file_id: a };
      service.script = () => ({ json: { object: 'list', data: [row], total: 1, limit: 50, offset: 0 } });
      const { shown } = await onTerminal(['tag', 'list'], [], choosing(service), { columns: 0 });
      expect(Math.max(...shown.split(/\r?\n/).map((line) => line.length))).toBe(80);
    });
  });
});
