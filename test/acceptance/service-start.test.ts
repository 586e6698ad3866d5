/** vau service start while another process holds the data folder, with the real binary. */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { freePort } from '../../src/cli/local/service/serve.ts';
import { loadSqlite } from '../../src/service/store/sqlite/sqlite-module.ts';
import { needs } from '../support/programs.ts';
import { emptyHome, type Home, vau } from '../support/vau.ts';

const withFfmpeg = needs('ffmpeg');
let home: Home;
beforeEach(async () => {
  home = await emptyHome();
});
afterEach(async () => {
  await vau(['service', 'stop'], { env: home.env });
  await home.remove();
});

const start = (port: number) =>
  vau(['service', 'start', '--workers', '1', '-o', 'json', '--port', String(port)], { env: home.env });
const said = () => readFile(path.join(home.dataFolder, 'service.log'), 'utf8').catch(() => '');

describe('vau service start', { timeout: 120_000 }, () => {
  withFfmpeg('three times at once starts one service, and each gives it back', async () => {
    const port = await freePort(0, '127.0.0.1');
    // With one port for all, the later ones find it taken by the service that the first has started.
    const runs = await Promise.all([start(port), start(port), start(port)]);
    expect(
      runs.map(({ status }) => status),
      runs.map(({ stderr }) => stderr).join('\n'),
    ).toEqual([0, 0, 0]);
    const services = runs.map(({ stdout }) => JSON.parse(stdout));
    expect(services[0]).toMatchObject({ state: 'running', url: `http://127.0.0.1:${port}/v1` });
    expect(services).toEqual([services[0], services[0], services[0]]);
  });

  withFfmpeg('starts its own once the process that held the folder has ended', async () => {
    await mkdir(home.dataFolder, { mode: 0o700 });
    const { DatabaseSync } = await loadSqlite();
    const holder = new DatabaseSync(path.join(home.dataFolder, 'service.lock'), { timeout: 0 });
    holder.exec('pragma locking_mode = exclusive; begin exclusive');
    const starting = start(0);
    await expect.poll(said, { timeout: 60_000 }).toContain('another service is using the data folder');
    holder.close();
    const { status, stdout, stderr } = await starting;
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'running' });
  });

  withFfmpeg('in a folder that is named: every next step names it too', async () => {
    const folder = path.join(home.folder, 'of the archive');
    const of = (...words: string[]) => vau([...words, '--data-dir', folder], { env: home.env });
    const named = (command: string) => `${command} --data-dir '${folder}'`;
    const begun = await of('service', 'start', '--port', '0', '--workers', '1');
    expect(begun.stderr).toContain(named('): vau setup speech'));
    const [second, reset, setting] = [
      await of('serve', '--port', '0'),
      await of('service', 'reset', '--yes'),
      await of('service', 'config', 'set', 'public_url', 'http://films.example'),
    ];
    for (const { stderr } of [second, reset])
      expect(stderr).toContain(`Next: ${named('vau service stop')}\n`);
    const again = `${named('vau service stop')}, ${named('vau service start')}`;
    expect(setting.stderr).toContain(`It takes effect after a restart: ${again}.`);
    expect((await of('service', 'stop')).stdout).toContain('Stopped process');
    expect((await of('service', 'stop')).stdout).toContain(`with the data folder ${folder}`);
    expect((await of('service', 'status')).stderr).toContain(`Next: ${named('vau service start')}`);
    expect((await of('service', 'config', 'set', 'public_url', 'x')).stderr).toContain(
      `Next: ${named('vau service config list')}`,
    );
  });
});
