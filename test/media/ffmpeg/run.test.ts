import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../../../src/media/ffmpeg/run.ts';
import { stream } from '../../../src/media/ffmpeg/stream.ts';
import { tempFolder } from '../support.ts';

const { dir, drop } = await tempFolder();
afterAll(drop);

/** A program that replaces ffmpeg. */
async function script(name: string, body: string): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  return path;
}

/** A zombie counts as ended. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]);
  return /^[^Z\s]/.test(stdout.toString());
}

const file = '/somewhere/film.mp4';

describe.skipIf(process.platform === 'win32')('run', () => {
  it('passes none of our secrets to the program', async () => {
    process.env.VAU_TOKEN = 'secret';
    const { stdout } = await run(await script('env', 'env'), [], { file });
    delete process.env.VAU_TOKEN;
    expect(stdout.toString()).not.toContain('secret');
    expect(stdout.toString()).toContain('PATH=');
  });

  it('ends the program and its children at the time limit', async () => {
    const path = await script('slow', 'sleep 60 & echo $!; wait');
    let child = 0;
    const limits = {
      file,
      timeoutSeconds: 0.3,
      onOutput: (chunk: Buffer) => (child = Number(chunk.toString())),
    };
    await expect(run(path, [], limits)).rejects.toMatchObject({
      code: 'time-limit',
      message: 'film.mp4: took longer than 0.3 seconds',
    });
    expect(child).toBeGreaterThan(0);
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it('ends the program when it is cancelled', async () => {
    const stop = new AbortController();
    const limits = { file, signal: stop.signal, onOutput: () => stop.abort() };
    const path = await script('forever', 'echo started; sleep 60');
    await expect(run(path, [], limits)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('ends the program when it produces more than allowed', async () => {
    const path = await script('much', 'cat /dev/zero');
    await expect(run(path, [], { file, maxOutputBytes: 1000 })).rejects.toMatchObject({ code: 'size-limit' });
  });

  it('a crash is the failure of that file', async () => {
    const path = await script('crash', 'kill -SEGV $$');
    await expect(run(path, [], { file })).rejects.toThrow('film.mp4: ffmpeg crashed on this file (SIGSEGV)');
  });

  it('reports the reason without the folder', async () => {
    const path = await script('why', `echo '[mov @ 0x1] file:${file}: something is odd' >&2; exit 1`);
    await expect(run(path, [], { file })).rejects.toThrow('film.mp4: film.mp4: something is odd');
  });

  it('a program that cannot be started says so', async () => {
    await expect(run(join(dir, 'nothing'), [], { file })).rejects.toMatchObject({ code: 'unusable-ffmpeg' });
  });

  it('a stream that is left early ends the program', async () => {
    const path = await script('endless', 'echo $$; exec cat /dev/zero');
    let pid = 0;
    for await (const piece of stream(path, [], { file })) {
      pid = Number.parseInt(piece.toString('latin1'), 10);
      break;
    }
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
