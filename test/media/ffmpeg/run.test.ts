import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../../../src/media/ffmpeg/run.ts';
import { stream } from '../../../src/media/ffmpeg/stream.ts';
import { afterWork } from '../../../src/media/ffmpeg/work.ts';
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

async function all(pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of pieces);
}

describe.skipIf(process.platform === 'win32')('run', () => {
  it('passes none of our secrets to the program', async () => {
    process.env.VAU_TOKEN = 'secret';
    const { stdout } = await run(await script('env', 'env'), [], { file });
    delete process.env.VAU_TOKEN;
    expect(stdout.toString()).not.toContain('secret');
    expect(stdout.toString()).toContain('PATH=');
  });

  it('ends the program and its children when their processor time is over', async () => {
    const path = await script('busy', 'while :; do :; done & echo $!; wait');
    let child = 0;
    const limits = {
      file,
      timeoutSeconds: 0.3,
      onOutput: (chunk: Buffer) => (child = Number(chunk.toString())),
    };
    await expect(run(path, [], limits)).rejects.toMatchObject({
      code: 'time-limit',
      message: 'film.mp4: took longer than 0.3 seconds of processor time',
    });
    expect(child).toBeGreaterThan(0);
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it.each(['run', 'stream'])(
    'believes a program that was asked to end as it opened a file only the second time: %s',
    async (how) => {
      const failing = `echo 'moov atom not found' >&2; exit 1`;
      const path = await script(
        `chance-${how}`,
        `mkdir ${dir}/chance-${how}-begun 2>/dev/null && { ${failing}; }; echo done`,
      );
      if (how === 'run') expect((await run(path, [], { file })).stdout.toString()).toBe('done\n');
      else await expect(all(stream(path, [], { file }))).rejects.toMatchObject({ code: 'disturbed' });
      const damaged = await script(`damaged-${how}`, failing);
      const answer = how === 'run' ? run(damaged, [], { file }) : all(stream(damaged, [], { file }));
      await expect(answer).rejects.toMatchObject({
        code: 'unreadable',
        message: expect.stringContaining('cut off'),
      });
    },
  );

  it('waits for a program that gets no processor time', async () => {
    const path = await script('slow', 'sleep 1; echo done');
    const { stdout } = await run(path, [], { file, timeoutSeconds: 0.3 });
    expect(stdout.toString()).toBe('done\n');
  });

  it('waits for a reader that takes its time', async () => {
    const path = await script('waiting', 'exec head -c 1000000 /dev/zero');
    let bytes = 0;
    for await (const piece of stream(path, [], { file, stillSeconds: 0.5 })) {
      if (bytes === 0) await sleep(1_500);
      bytes += piece.length;
    }
    expect(bytes).toBe(1_000_000);
  });

  it.each([
    ['is killed', 'kill -KILL $$', 'was ended from outside (SIGKILL)'],
    ['is asked to end', 'kill -TERM $$', 'was ended from outside (SIGTERM)'],
    ['ends because it was asked to', 'exit 255', 'was ended from outside (a signal)'],
    ['is killed below a shell', 'sh -c "kill -9 \\$\\$"; exit $?', 'was ended from outside (SIGKILL)'],
    ['is stopped', 'kill -STOP $$', 'did nothing for 0.5 seconds'],
    ['hangs', 'exec sleep 60', 'did nothing for 0.5 seconds'],
  ])('that it %s is not the failure of the file', async (name, body, how) => {
    const running = run(await script(name.replaceAll(' ', '-'), body), [], {
      file,
      stillSeconds: 0.5,
      again: false,
    });
    await expect(running).rejects.toMatchObject({
      code: 'disturbed',
      message: `film.mp4: ffmpeg ${how}: the machine may be overloaded or out of memory; nothing is known to be wrong with the file`,
    });
  });

  it('runs a program again that was ended from outside', async () => {
    const path = await script('killed-once', `mkdir ${join(dir, 'ran')} && kill -KILL $$; echo done`);
    const { stdout } = await run(path, [], { file });
    expect(stdout.toString()).toBe('done\n');
  });

  it('a full disk is not the failure of the file', async () => {
    const path = await script('full', "echo 'Error writing trailer: No space left on device' >&2; exit 1");
    await expect(run(path, [], { file })).rejects.toMatchObject({ code: 'disk-full' });
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
    await expect(run(path, [], { file })).rejects.toThrow(/^film\.mp4: something is odd/);
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

describe('work in a thread', () => {
  const bounded = (ms: number) => {
    const began = performance.now();
    return new Promise<{ isHeld: boolean; took: number }>((resolve) => {
      afterWork(ms, (isHeld) => resolve({ isHeld, took: performance.now() - began }));
    });
  };

  it('is ended once it has used its processor time', async () => {
    const end = bounded(200);
    const busy = setInterval(() => {
      for (const until = performance.now() + 20; performance.now() < until; );
    }, 0);
    expect((await end).isHeld).toBe(false);
    clearInterval(busy);
  });

  it('is held up by the machine, and ended late, where it gets none', async () => {
    const alive = setInterval(() => undefined, 1_000);
    const { isHeld, took } = await bounded(300);
    clearInterval(alive);
    expect({ isHeld, late: took > 2_000 }).toEqual({ isHeld: true, late: true });
  });
});
