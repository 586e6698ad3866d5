/** `vau watch`, the built program, against the built service: what arrives is uploaded once, and whole. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Serving, serving } from '../support/serving.ts';
import { tone } from '../support/tone.ts';
import { binary, emptyHome, type Home, passedOn, vau as runVau } from '../support/vau.ts';

let service: Serving;
let home: Home;
/** Between the watch and the service, so that the service can go away and return. */
let line: { readonly server: Server; readonly url: string; up: boolean; cut(): void };
const at = (...names: string[]) => path.join(home.folder, ...names);

beforeAll(async () => {
  home = await emptyHome();
  for (const name of ['in/deep', 'archive', 'once', 'early']) mkdirSync(at(name), { recursive: true });
  service = await serving({ env: { VAU_IN_PLACE_FOLDERS: at('archive') } });
  line = await lineTo(Number(new URL(service.url).port));
});
afterAll(async () => {
  line.server.close();
  await service.stop();
  await home.remove();
});

async function lineTo(port: number) {
  const sockets = new Set<Socket>();
  const cut = () => {
    open.up = false;
    for (const socket of sockets) socket.destroy();
  };
  const open = { up: true, server: createServer(), url: '', cut };
  open.server.on('connection', (socket: Socket) => {
    if (!open.up) return void socket.destroy();
    sockets.add(socket);
    const on = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [socket, on],
      [on, socket],
    ] as const)
      one.pipe(other).on('error', () => one.destroy());
  });
  open.server.listen(0, '127.0.0.1');
  await once(open.server, 'listening');
  const { port: own } = open.server.address() as { port: number };
  return Object.assign(open, { url: `http://127.0.0.1:${own}/v1` });
}

const env = () => ({ ...home.env, VAU_BASE_URL: line.url, VAU_TOKEN: service.token });
const quick = ['--settle', '0.4', '--interval', '0.1'];

interface Watching {
  /** The results so far. */
  results(): { ok: boolean; sent?: boolean; input: { path: string }; error?: { message: string } }[];
  said(): string;
  /** Ends it as a service manager does. @returns its exit status */
  end(): Promise<number | null>;
}

const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a watch, and waits until it watches. */
async function watching(...words: string[]): Promise<Watching> {
  const child = spawn(process.execPath, [binary, 'watch', ...quick, ...words, '-o', 'json'], {
    env: { ...passedOn(), ...env() },
    cwd: home.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await vi.waitFor(() => expect(stderr).toContain('Watching'), { timeout: 60_000 });
  return {
    results: () =>
      stdout
        .split('\n')
        .slice(0, -1)
        .map((text) => JSON.parse(text)),
    said: () => stderr,
    end: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
      children.delete(child);
      return child.exitCode;
    },
  };
}

const seen = (watch: Watching) =>
  watch.results().map(({ ok, sent, input }) => [path.basename(input.path), ok, sent]);
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('vau watch', () => {
  it('[CLI-8] uploads each file once, when it is whole, and goes on after a restart', async () => {
    const whole = tone(1);
    const part = openSync(at('in', 'grows.wav'), 'w');
    writeSync(part, whole.subarray(0, 400));
    writeFileSync(at('in', 'film.wav.part'), tone(2));
    writeFileSync(at('in', 'notes.txt'), 'not media');
    const watch = await watching(
      'in',
      '--recursive',
      '--collection',
      'Arrivals',
      '--create',
      '--collection-type',
      'metadata',
    );
    writeFileSync(at('in', 'deep', 'there.wav'), tone(3));
    await until(() => expect(seen(watch)).toEqual([['there.wav', true, true]]));
    // Longer than it must stay the same: it is still open for writing, and the other one is not renamed.
    await pass(700);
    expect(seen(watch)).toHaveLength(1);
    writeSync(part, whole.subarray(400));
    closeSync(part);
    await until(() => expect(seen(watch)).toContainEqual(['grows.wav', true, true]));
    renameSync(at('in', 'film.wav.part'), at('in', 'film.wav'));
    await until(() => expect(seen(watch)).toContainEqual(['film.wav', true, true]));
    expect(watch.said()).toContain('notes.txt: not video, audio or an image');
    expect(await watch.end()).toBe(0);
    expect(watch.said()).toContain('3 done, 0 failed');

    renameSync(at('in', 'film.wav'), at('in', 'named anew.wav'));
    const again = await watching('in', '--recursive', '--collection', 'Arrivals');
    writeFileSync(at('in', 'last.wav'), tone(4));
    await until(() => expect(seen(again)).toHaveLength(2));
    expect(seen(again).sort()).toEqual([
      ['last.wav', true, true],
      ['named anew.wav', true, false],
    ]);
    expect(await again.end()).toBe(0);
    const hashes = (await service.call('GET', '/files?limit=50')).body.data.map((file) => file.bytes);
    expect(hashes).toEqual([844, 844, 844, 844]);
  });

  it('waits for a service that went away, and names no file for it', async () => {
    const watch = await watching(
      'in',
      '--collection',
      'Arrivals',
      '--request-timeout',
      '2',
      '--total-timeout',
      '2',
    );
    line.cut();
    writeFileSync(at('in', 'later.wav'), tone(5));
    await until(() => expect(watch.said()).toContain('The service does not respond'));
    expect(watch.results()).toEqual([]);
    line.up = true;
    await until(() => expect(seen(watch)).toEqual([['later.wav', true, expect.any(Boolean)]]));
    expect(watch.said()).toContain('The service responds again');
    expect((await service.call('GET', '/files?named=later')).body.total).toBe(1);
    expect(await watch.end()).toBe(0);
  });

  it('names what the service refuses, and takes it when it is mended', async () => {
    writeFileSync(at('archive', 'a.wav'), tone(6));
    writeFileSync(at('in', 'outside.wav'), tone(7));
    const inside = await watching('archive', '--in-place');
    await until(() => expect(seen(inside)).toEqual([['a.wav', true, undefined]]));
    expect(await inside.end()).toBe(0);
    expect(readFileSync(at('archive', 'a.wav'))).toEqual(tone(6));
    const outside = await watching('in', '--include', 'outside.*', '--in-place');
    await until(() => expect(seen(outside)).toEqual([['outside.wav', false, undefined]]));
    expect(outside.results()[0]?.error?.message).toContain(
      'is not in a folder whose files this service may read',
    );
    expect(await outside.end()).toBe(0);
    rmSync(at('in', 'outside.wav'));
  });

  it('stopped while a file settles: says that it is left', async () => {
    const watch = await watching('early', '--settle', '60');
    writeFileSync(at('early', 'a.wav'), tone(20));
    await pass(500);
    expect(await watch.end()).toBe(0);
    expect(watch.said()).toContain('1 left: still changing, empty, or to be tried again');
  });

  it('--once uploads what does not change and ends; what fails decides the exit status', async () => {
    const vau = (...args: string[]) =>
      runVau(['watch', ...args, ...quick, '--once'], { env: env(), cwd: home.folder });
    writeFileSync(at('once', 'a.wav'), tone(8));
    const open = openSync(at('once', 'b.wav'), 'w');
    writeSync(open, tone(9));
    const first = await vau('once');
    expect([first.status, first.stdout]).toEqual([
      0,
      expect.stringMatching(/^uploaded {2}[0-9a-f-]{36} {2}.*once\/a.wav\n$/),
    ]);
    expect(first.stderr).toContain('1 left: still changing, empty, or to be tried again');
    closeSync(open);
    const second = await vau('once', '--in-place');
    expect([second.status, second.stdout]).toEqual([
      4,
      expect.stringMatching(/failed .*a.wav: .*not in a folder/),
    ]);
    const gone = await vau('nowhere');
    expect([gone.status, gone.stderr]).toEqual([2, expect.stringContaining('nowhere does not exist')]);
  });
});
