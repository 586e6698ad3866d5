import { execFile } from 'node:child_process';
import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { librariesSoughtLast, start } from '../../../src/media/ffmpeg/process.ts';
import { ffmpeg, tempFolder } from '../support.ts';

const { at, drop } = await tempFolder();
afterAll(drop);

const runFile = promisify(execFile);
const env = { PATH: process.env.PATH, LC_ALL: 'C' };
const loaded = process.platform === 'linux' ? await librariesSoughtLast(ffmpeg.path, env) : [];

/** A library that starts threads as it is loaded has them write into each other's lines. */
const ONE_THREAD = { OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };

/** Which library each symbol of a program is taken from, a line each, in no order. */
async function bindings(program: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<Set<string>> {
  const asking = { env: { ...env, ...ONE_THREAD, ...more, LD_DEBUG: 'bindings' }, maxBuffer: 1 << 28 };
  const { stderr } = await runFile(program, args, asking);
  const lines = stderr.split('\n').filter((line) => line.includes('binding file'));
  return new Set(lines.map((line) => line.replace(/^\s*\d+:\s*/, '')));
}

describe.skipIf(loaded.length === 0)('the order in which libraries of ffmpeg are loaded', () => {
  it('names files that the program loads', async () => {
    const { stdout } = await runFile('ldd', [ffmpeg.path], { env });
    for (const path of loaded) {
      expect(stdout).toContain(`=> ${path} (`);
      expect((await stat(path)).isFile()).toBe(true);
    }
  });

  it('takes no symbol from another library than the usual order does', async () => {
    const usual = await bindings(ffmpeg.path, ['-version']);
    const ours = await bindings(ffmpeg.path, ['-version'], { LD_PRELOAD: loaded.join(':') });
    expect(usual.size).toBeGreaterThan(1000);
    expect([...ours].filter((line) => !usual.has(line))).toEqual([]);
    expect(ours.size).toBe(usual.size);
  });

  it('is given from about the fourth start of a program on, and to that program alone', async () => {
    // By a name of its own: other tests of this process may have started it often.
    const program = at('ffmpeg');
    await symlink(ffmpeg.path, program);
    const environment = async () => {
      const endless = start(program, ['-f', 'lavfi', '-i', 'anullsrc', '-f', 'null', '-']);
      await new Promise((resolve) => endless.child.stderr?.once('data', resolve));
      const text = await readFile(`/proc/${endless.child.pid}/environ`, 'utf8');
      endless.kill();
      await endless.ended;
      return text.split('\0');
    };
    expect(await environment()).not.toContainEqual(expect.stringContaining('LD_PRELOAD'));
    const preload = `LD_PRELOAD=${loaded.join(':')}`;
    await vi.waitFor(async () => expect(await environment()).toContain(preload), 20_000);
    const other = start('/usr/bin/env', []);
    const printed: Buffer[] = [];
    other.child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
    await other.ended;
    expect(Buffer.concat(printed).toString()).toContain('LC_ALL=C');
    expect(Buffer.concat(printed).toString()).toMatch(/^GCONV_PATH=/m);
    expect(Buffer.concat(printed).toString()).not.toContain('LD_PRELOAD');
  });
});

describe.skipIf(process.platform !== 'linux')('a program without such libraries', () => {
  it('is left as it is', async () => {
    expect(await librariesSoughtLast(process.execPath, env)).toEqual([]);
    await expect(librariesSoughtLast(at('none'), env)).resolves.toEqual([]);
  });

  it('is not run when it is a script', async () => {
    const script = at('script');
    await writeFile(script, `#!/bin/sh\ntouch ${at('ran')}\n`);
    await chmod(script, 0o755);
    expect(await librariesSoughtLast(script, env)).toEqual([]);
    await expect(stat(at('ran'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
