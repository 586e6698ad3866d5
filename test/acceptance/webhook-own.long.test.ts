import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Serving, serving } from '../support/serving.ts';
import { binary, passedOn } from '../support/vau.ts';

let service: Serving;
beforeAll(async () => {
  service = await serving();
});
afterAll(() => service.stop());

it.each([
  ['after --count events', ['--count', '2']],
  ['after Ctrl-C', []],
])(
  'vau webhook listen alone shows real events of a webhook that it makes, and deletes it %s',
  async (_, more) => {
    const line = [binary, 'webhook', 'listen', '--port', '0', '-o', 'ndjson', ...more];
    const child = spawn(process.execPath, line, { env: { ...passedOn(), ...service.home.env } });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = once(child, 'close');
    await expect.poll(() => stderr).toContain('Listening on');
    expect((await service.call('GET', '/webhooks')).body.data).toMatchObject([
      { description: 'vau webhook listen' },
    ]);
    await service.upload(`no film ${more.join()}`, 'broken.flac');
    const rows = () =>
      stdout
        .split('\n')
        .filter((row) => row !== '')
        .map((row) => JSON.parse(row));
    await expect.poll(rows).toMatchObject([
      { verified: true, event: { event_type: 'file.job.processing' } },
      { verified: true, event: { event_type: 'file.job.failed' } },
    ]);
    if (more.length === 0) child.kill('SIGINT');
    expect((await ended)[0], stderr).toBe(0);
    expect((await service.call('GET', '/webhooks')).body.total).toBe(0);
  },
);
