/** What happens to a service: its processes are killed, it is told to stop, its disk is full, a second one wants its place. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Seeded, seeded } from '../../support/seeded.ts';
import { binary, passedOn, vau } from '../../support/vau.ts';
import { isRunning } from '../support/watch.ts';
import type { Client } from './client.ts';
import { type History, kept } from './history.ts';
import type { Subject, Victim } from './subject.ts';

/** How often each thing happened. */
export type Tally = Map<string, number>;

/** Each with its weight. */
const ACTS = {
  'service killed': 12,
  'all killed': 10,
  'worker killed': 14,
  'ffmpeg killed': 34,
  'recogniser killed': 12,
  'encoder killed': 8,
  'reader of text killed': 6,
  'service stopped': 4,
  'disk full': 3,
  'clock jumped': 3,
  'folder taken': 2,
  'port taken': 2,
  'backup killed': 3,
  'move killed': 1,
} as const;

export type Act = keyof typeof ACTS;

/** @throws Error naming all acts, if it is none */
export function actOf(name: string): Act {
  if (Object.hasOwn(ACTS, name)) return name as Act;
  throw new Error(`--only ${name}: choose one of ${Object.keys(ACTS).join(', ')}`);
}

/** How long a process that comes and goes is waited for, in milliseconds. */
const LURK_MS = 1_500;
/** What comes between two misfortunes at most. */
const PAUSE_MS = 1_200;
/** How wrong a clock may become, in milliseconds: longer than a lease, and shorter than what is kept for days. */
const JUMPS = [-7_200_000, -40_000, 40_000, 7_200_000];
/** So many things are done between two misfortunes at least, if that takes no longer, in milliseconds. */
const BREATHS = 8;
const BREATH_MS = 15_000;
const STOP_MS = 120_000;
const COMMAND_MS = 120_000;
/** A command is killed so many times, and then left alone. */
const KILLED_COMMANDS = 2;

export interface Misfortunes {
  readonly tally: Tally;
  /** Kills by what was killed. */
  readonly kills: Tally;
  /** One after the other, until `over` says so. The service runs afterwards. */
  strike(over: () => boolean): Promise<void>;
}

interface Options {
  readonly seed: number;
  readonly history: History;
  readonly client: Client;
  /** A number that grows with whatever the service does. */
  readonly done: () => number;
  /** The misfortunes to choose from; empty: all. */
  readonly only: readonly Act[];
}

export function misfortunesOf(subject: Subject, { seed, history, client, done, only }: Options): Misfortunes {
  const chance = seeded(seed + 11);
  const tally: Tally = new Map();
  const kills: Tally = new Map();
  const count = (of: Tally, what: string, number = 1) => void of.set(what, (of.get(what) ?? 0) + number);
  const lost = (what: string) => void history.lost.push(what);

  function kill(pid: number, what: string): boolean {
    try {
      process.kill(pid, 'SIGKILL');
      count(kills, what);
      return true;
    } catch {
      return false;
    }
  }

  /** Kills the service; those below it end by themselves, or with it. */
  async function killService(workersToo: boolean): Promise<void> {
    const workers = subject.pids('worker');
    const ended = subject.end('SIGKILL');
    count(kills, 'service');
    if (workersToo) for (const pid of workers) kill(pid, 'worker');
    await ended;
    await sleep(chance.below(300));
    await subject.start();
    await within(
      STOP_MS,
      async () => !workers.some(isRunning),
      () => lost('workers of a killed service still run'),
    );
  }

  /** Kills one of a kind, after a moment in which it may begin something. @returns whether there was one */
  async function killOne(victim: Victim): Promise<boolean> {
    for (const end = Date.now() + LURK_MS; Date.now() < end; await sleep(40)) {
      if (subject.pids(victim).length === 0) continue;
      await sleep(chance.below(120));
      const pids = subject.pids(victim);
      if (pids.length > 0 && kill(chance.pick(pids), victim)) return true;
    }
    return false;
  }

  async function stopService(): Promise<void> {
    const timer = setTimeout(() => lost('SIGTERM did not end the service'), STOP_MS);
    const status = await subject.end('SIGTERM');
    clearTimeout(timer);
    if (status !== 0) lost(`a service that was asked to stop ended with status ${status}`);
    await subject.start();
  }

  async function fillDisk(): Promise<boolean> {
    if (!subject.disk) return false;
    await subject.disk.fill();
    await sleep(300 + chance.below(2_500));
    await subject.disk.empty();
    return true;
  }

  /** The clock goes ahead or back, and some seconds later it is right again. */
  async function jumpClock(): Promise<void> {
    await subject.setClock(chance.pick(JUMPS));
    await sleep(300 + chance.below(3_000));
    await subject.setClock(0);
  }

  /** A second service must refuse to start, and say why. */
  async function secondService(words: readonly string[], env: object, reason: RegExp): Promise<void> {
    const options = { env: { ...subject.env, ...env }, timeout: COMMAND_MS };
    const { status, stderr } = await vau(['serve', '--workers', '1', ...words], options);
    if (status === 0 || status === null || !reason.test(stderr))
      lost(`a second service ended with status ${status}: ${stderr.slice(-300)}`);
  }

  async function takePort(): Promise<void> {
    const other = path.join(subject.home.folder, 'other');
    await mkdir(other, { recursive: true });
    const { port } = new URL(subject.url ?? '');
    const env = { VAU_DATA_DIR: other, VAU_CONFIG_DIR: path.join(other, 'config') };
    await secondService(['--port', port], env, /port/i);
  }

  /** Runs a command that is killed in the middle, and says the same again until it is done. */
  async function killedCommand(words: readonly string[]): Promise<boolean> {
    for (let time = 0; ; time += 1) {
      const env = { ...passedOn(), ...subject.env };
      const child = spawn(process.execPath, [binary, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      const ended = once(child, 'close');
      if (time < KILLED_COMMANDS) {
        await Promise.race([ended, sleep(200 + chance.below(1_200))]);
        if (child.exitCode === null && child.pid !== undefined) kill(child.pid, words[1] ?? '');
      }
      await ended;
      if (child.exitCode === 0) return true;
      if (child.exitCode !== null) {
        lost(`${words.join(' ')} ended with status ${child.exitCode}: ${said.slice(-300)}`);
        return false;
      }
    }
  }

  /** What was acknowledged before is in a backup, even one that was killed. */
  async function backUp(): Promise<void> {
    const before = kept(history);
    const [to, back] = ['backup', 'restored'].map((name) => path.join(subject.home.folder, name));
    if (!to || !back) return;
    if (
      (await killedCommand(['service', 'backup', to])) &&
      (await killedCommand(['service', 'restore', to, '--data-dir', back]))
    )
      await compareOriginals(back, before);
    for (const folder of [to, back]) await rm(folder, { recursive: true, force: true });
  }

  async function compareOriginals(dataDir: string, files: ReturnType<typeof kept>): Promise<void> {
    const fates = new Map(history.files.map((file) => [file.name, file.fate]));
    for (const { id, name, medium } of files) {
      // What is deleted while a backup runs may be missing from it.
      if (fates.get(name) !== 'there') continue;
      const bytes = await readFile(path.join(dataDir, 'objects/files', id, 'original')).catch(
        () => undefined,
      );
      if (!bytes?.equals(medium.bytes)) lost(`${name} is ${bytes ? 'another' : 'missing'} in a backup`);
    }
  }

  /** The service moves into another folder by a backup, while its client waits. */
  async function move(): Promise<void> {
    await client.hold();
    const to = path.join(subject.home.folder, 'moving');
    await subject.end('SIGKILL');
    count(kills, 'service');
    const folder = await subject.newFolder();
    const words = ['service', 'restore', to, '--data-dir', folder];
    if ((await killedCommand(['service', 'backup', to])) && (await killedCommand(words)))
      await subject.moveTo(folder);
    await rm(to, { recursive: true, force: true });
    await subject.start();
    client.resume();
  }

  /** Lets something be done before the next one comes: on a machine that is busy nothing would ever begin. */
  async function breathe(): Promise<void> {
    const enough = done() + 1 + chance.below(BREATHS);
    await sleep(chance.below(PAUSE_MS));
    for (const end = Date.now() + BREATH_MS; done() < enough && Date.now() < end; ) await sleep(50);
  }

  /** @returns whether it happened: some need a process that is not there now */
  async function happen(act: Act): Promise<boolean> {
    switch (act) {
      case 'service killed':
      case 'all killed':
        await killService(act === 'all killed');
        return true;
      case 'service stopped':
        await stopService();
        return true;
      case 'disk full':
        return fillDisk();
      case 'clock jumped':
        await jumpClock();
        return true;
      case 'folder taken':
        await secondService(['--port', '0'], {}, /already|another|in use|runs/i);
        return true;
      case 'port taken':
        await takePort();
        return true;
      case 'backup killed':
        await backUp();
        return true;
      case 'move killed':
        await move();
        return true;
      default:
        return killOne(act.replace(' killed', '') as Victim);
    }
  }

  return {
    tally,
    kills,
    async strike(over) {
      while (!over()) {
        const act = pickAct(chance, only);
        if (await happen(act)) {
          count(tally, act);
          await breathe();
        } else await sleep(50);
      }
    },
  };
}

/** @param only the acts to pick from; empty: all */
function pickAct(chance: Seeded, only: readonly Act[]): Act {
  const all = Object.entries(ACTS) as [Act, number][];
  const acts = all.filter(([act]) => only.length === 0 || only.includes(act));
  let at = chance.below(acts.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [act, weight] of acts) {
    if (at < weight) return act;
    at -= weight;
  }
  throw new Error('the weights do not add up');
}

/** Waits for something that must become so. @param late called where it does not */
async function within(ms: number, isSo: () => Promise<boolean>, late: () => void): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) if (await isSo()) return;
  late();
}
