/** The built service that is killed and started again, on a data folder that may move, with all the processes below it. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyHome, type Home } from '../../support/vau.ts';
import { type Killable, serve } from '../support/killable.ts';
import { canMount, type TightDisk, tightDisk } from '../support/tight-disk.ts';
import { isRunning } from '../support/watch.ts';
import { MODEL_SETTINGS, setUpModels } from './models.ts';

/** What can be killed. */
export type Victim = 'service' | 'worker' | 'ffmpeg' | 'recogniser' | 'encoder' | 'reader of text';

/** What a process below the service is, by what its command line has. */
const SIGNS: readonly (readonly [Victim, RegExp])[] = [
  ['worker', /dist\/worker\.js/],
  ['recogniser', /dist\/sherpa\.js/],
  ['encoder', /dist\/onnx-encoder\.js/],
  ['reader of text', /dist\/text-detector\.js/],
  ['ffmpeg', /\/ff(mpeg|probe)\0/],
];

export interface Subject {
  readonly home: Home;
  /** Where its data are now. */
  readonly dataDir: string;
  /** The disk of its data folder; undefined where this user may not mount one. */
  readonly disk: TightDisk | undefined;
  /** Ends in /v1; undefined while it does not run. */
  readonly url: string | undefined;
  /** The environment of commands on its machine. */
  readonly env: Readonly<Record<string, string>>;
  readonly token: string;
  /** The end of its log. */
  log(): readonly string[];
  start(): Promise<void>;
  /** Ends it with a signal. @returns its exit status, null where the signal ended it */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Ids of the processes of a kind that run below it. */
  pids(victim: Victim): number[];
  /** Sets the clock of the service and its workers: by how many milliseconds it is wrong. */
  setClock(ms: number): Promise<void>;
  /** Makes a new data folder, on a disk of its own. */
  newFolder(): Promise<string>;
  /** Goes on with a data folder that newFolder made, and removes the one before. It must not run. */
  moveTo(dataDir: string): Promise<void>;
  remove(): Promise<void>;
}

const LOG_LINES = 400;
/** Loaded before the service's own code. */
const LOADED = ['clock.mjs', 'planted.mjs'].map((name) => `--import ${new URL(name, import.meta.url).href}`);

/** @param planted a fault in its code, of planted.ts */
export async function openSubject(planted?: string): Promise<Subject> {
  const home = await emptyHome();
  const mounts = canMount();
  const disks = new Map<string, TightDisk>();
  const clock = path.join(home.folder, 'clock');
  const lines: string[] = [];
  let folders = 0;
  let service: Killable | undefined;
  let token = '';
  const newFolder = async () => {
    const folder = path.join(home.dataFolder, String(folders++));
    if (mounts) disks.set(folder, await tightDisk(folder));
    return folder;
  };
  let dataDir = await newFolder();
  await setUpModels(dataDir, home.folder);
  const env = () => ({ ...home.env, VAU_DATA_DIR: dataDir });
  const drop = async (folder: string) => {
    const disk = disks.get(folder);
    disks.delete(folder);
    await disk?.remove();
  };
  return {
    home,
    get dataDir() {
      return dataDir;
    },
    get disk() {
      return disks.get(dataDir);
    },
    get url() {
      return service?.url;
    },
    get env() {
      return { ...env(), VAU_TOKEN: token, ...(service && { VAU_BASE_URL: service.url }) };
    },
    get token() {
      return token;
    },
    log: () => lines,
    async start() {
      const note = (line: string) => {
        lines.push(line);
        if (lines.length > LOG_LINES) lines.shift();
      };
      const wrong = {
        NODE_OPTIONS: LOADED.join(' '),
        VAU_TEST_CLOCK: clock,
        ...(planted !== undefined && { VAU_TEST_PLANTED: planted }),
      };
      const settings = { ...env(), ...MODEL_SETTINGS, ...wrong, VAU_RATE_LIMIT: '0' };
      service = await serve(home, note, settings, true);
      token ||= await tokenIn(home);
    },
    async end(signal) {
      if (!service) return null;
      const { process: child } = service;
      service = undefined;
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
    pids: (victim) => {
      const top = service?.process.pid;
      if (top === undefined) return [];
      if (victim === 'service') return [top];
      return below(top).filter((pid) => kindOf(pid) === victim);
    },
    setClock: (ms) => writeFile(clock, String(ms)),
    newFolder,
    async moveTo(folder) {
      const before = dataDir;
      dataDir = folder;
      await setUpModels(dataDir, home.folder);
      await drop(before);
    },
    async remove() {
      if (service) {
        const pids = below(service.process.pid ?? 0);
        service.process.kill('SIGKILL');
        while (pids.some(isRunning)) await sleep(50);
      }
      for (const folder of disks.keys()) await drop(folder);
      await home.remove();
    },
  };
}

/** The token that its first start wrote into the profile. */
async function tokenIn(home: Home): Promise<string> {
  for (let look = 0; look < 200; look += 1) {
    const text = await readFile(path.join(home.configFolder, 'config.json'), 'utf8').catch(() => '{}');
    const { profiles = {} } = JSON.parse(text) as { profiles?: Record<string, { token: string }> };
    const [found] = Object.values(profiles);
    if (found) return found.token;
    await sleep(50);
  }
  throw new Error('the service wrote no token');
}

function kindOf(pid: number): Victim | undefined {
  const line = read(`/proc/${pid}/cmdline`);
  return SIGNS.find(([, sign]) => sign.test(line))?.[0];
}

/** Everything that a process started, and what these started. */
function below(top: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [, state, parent] = /\) (\S) (\d+) /.exec(read(`/proc/${name}/stat`)) ?? [];
    if (parent !== undefined && state !== 'Z') parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === top || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

/** Empty for a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
