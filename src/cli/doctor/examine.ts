/** Runs all doctor checks, and shows them in order. */

import { access, constants, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { dataFolder } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { chooseFfmpeg, ffmpegAdvice } from '../../media/index.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import { speechNow } from '../local/opening/door.ts';
import { choiceText } from '../local/opening/ffmpeg.ts';
import { packageFolder } from '../local/service/launcher.ts';
import { serviceStatus, troublesOf } from '../local/service/status.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import type { Connecting } from '../run/session/connect.ts';
import { hasProfile, noProfile } from '../run/session/profile.ts';
import { clean } from '../terminal/clean.ts';
import type { Io, Style } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import { linesOf } from '../terminal/text-width.ts';
import { type Finding, failed, finding } from './finding.ts';
import { serviceFindings } from './service.ts';

// Doctor checks of the embedded service and its recognisers.

/** Whether the embedded service is running, and each reason why it cannot do its work. */
async function embeddedFindings(env: NodeJS.ProcessEnv, settings: Settings): Promise<Finding[]> {
  const folder = dataFolder(env);
  const { state, record } = await serviceStatus(folder);
  const check = 'embedded service';
  const troublesAt = async (url: string) =>
    (await troublesOf(url)).map((line) => finding(check, 'warning', sentence(line)));
  if (state === 'stopped') {
    // The record is in the data folder: without that, a service that runs is known by its address alone.
    const { value: chosen } = settings.base_url;
    const troubles = chosen?.startsWith('http:') && worksHere(settings) ? await troublesAt(chosen) : [];
    return troubles.length > 0
      ? troubles
      : [finding(check, 'none', `Not running with ${folder}`, 'vau service start')];
  }
  if (state === 'silent')
    return [finding(check, 'warning', `Process ${record.pid} does not respond`, 'vau service logs')];
  const troubles = await troublesAt(record.url);
  return troubles.length > 0 ? troubles : [finding(check, 'ok', `Running at ${record.url}`)];
}

/** The recognisers that the embedded service would use on this machine. */
async function recogniserFindings(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  return [storeFinding(), sceneTextFinding(), await faceFinding(), await speechFinding(env)];
}

/** Optional packages must be installed beside vau to be found. */
const reinstall = 'Install vau with its optional packages: npm install -g vau-cli --include=optional';

function storeFinding(): Finding {
  if (hasPackages('@photostructure/sqlite')) return finding('store', 'ok', 'SQLite is installed');
  return finding('store', 'none', 'SQLite is not installed: vau serve cannot run', reinstall);
}

function sceneTextFinding(): Finding {
  if (hasPackages('tesseract.js', '@tesseract.js-data/eng'))
    return finding('scene text', 'ok', 'tesseract recognises English text in the picture');
  return finding('scene text', 'none', 'Text in the picture is not recognised', reinstall);
}

async function faceFinding(): Promise<Finding> {
  const models = path.join(packageFolder(), 'dist', 'assets', 'faces');
  return (await can(models, constants.R_OK))
    ? finding('faces', 'ok', 'The face recogniser is installed')
    : finding('faces', 'none', 'The face recogniser is missing', 'Reinstall vau.');
}

async function speechFinding(env: NodeJS.ProcessEnv): Promise<Finding> {
  try {
    const { recogniser } = await speechNow(dataFolder(env));
    if (recogniser !== undefined) return finding('speech', 'ok', sentence(recogniser));
    return finding('speech', 'none', 'Subtitles only: there is no speech recogniser', 'vau setup speech');
  } catch (error) {
    return finding('speech', 'none', (error as Error).message, 'vau service doctor');
  }
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

function hasPackages(...names: string[]): boolean {
  const { resolve } = createRequire(path.join(packageFolder(), 'package.json'));
  return names.every((name) => {
    try {
      return resolve(`${name}/package.json`) !== '';
    } catch (error) {
      // The package is there, although it does not export its package.json.
      return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
    }
  });
}

const can = (file: string, mode: number): Promise<boolean> =>
  access(file, mode).then(
    () => true,
    () => false,
  );

// Doctor checks of the configuration.

/** Checks the file, its permissions and the current profile. */
async function configurationFindings(settings: Settings): Promise<Finding[]> {
  return [await fileFinding(settings), profileFinding(settings)];
}

async function fileFinding({ file, corrupt }: Settings): Promise<Finding> {
  const there = await stat(file).catch(() => undefined);
  if (!there) return finding('config', 'none', `${file} does not exist yet`);
  if (corrupt !== undefined)
    return finding(
      'config',
      'failed',
      `${file} is invalid: ${corrupt}`,
      'Correct the file, or run vau auth login, which keeps it under another name.',
    );
  const open = (await openTo(file)) ?? (await openTo(path.dirname(file)));
  if (open) return finding('config', 'warning', `Other users can read ${open}`, `chmod go-rwx ${open}`);
  return finding('config', 'ok', file);
}

/** The path if others have any permission on it. Not checked on Windows, where permissions differ. */
async function openTo(path: string): Promise<string | undefined> {
  const { mode } = await stat(path);
  return process.platform !== 'win32' && (mode & 0o077) !== 0 ? path : undefined;
}

function profileFinding(settings: Settings): Finding {
  const { profile, base_url } = settings;
  const name = profile.value ?? '';
  if (hasProfile(settings, name)) return finding('profile', 'ok', `${name} (${profile.where})`);
  if (profile.source !== 'default') {
    const { message, hint } = noProfile(settings, name, profile.where).failure;
    const ways = `vau auth login --profile ${name}, or vau config set profile NAME`;
    return failed('profile', exit.usage, message, `${hint} ${ways}`);
  }
  return base_url.value === undefined
    ? finding('profile', 'none', 'No profile is chosen')
    : finding('profile', 'none', `No profile: the base URL comes from ${base_url.where}`);
}

// Doctor checks of Node and ffmpeg.

const oldest = [20, 19] as const;

/** Compares Node's version with the oldest supported one. */
export function nodeFinding(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  return fits
    ? finding('node', 'ok', `Node ${version}`)
    : finding('node', 'failed', `Node ${version} is too old`, `Install Node ${oldest.join('.')} or newer.`);
}

/**
 * Checks ffmpeg, its known vulnerabilities, and ffprobe. @param needed whether this machine needs ffmpeg; a
 * client of a remote service does not @param explicit value of --ffmpeg
 */
async function ffmpegFindings(
  env: NodeJS.ProcessEnv,
  needed: boolean,
  explicit: string | undefined,
): Promise<Finding[]> {
  try {
    const choice = await chooseFfmpeg({ env, explicit, dataDir: dataFolder(env) });
    const { version, ffprobe } = choice.ffmpeg;
    const advice = ffmpegAdvice(version);
    return [
      finding('ffmpeg', advice ? 'warning' : 'ok', choiceText(choice), advice ?? undefined),
      ffprobe
        ? finding('ffprobe', 'ok', ffprobe)
        : finding(
            'ffprobe',
            'none',
            'Not found: ffmpeg probes files instead, with less detail',
            'vau setup ffmpeg',
          ),
    ];
  } catch (error) {
    const state = needed ? 'failed' : 'warning';
    return [finding('ffmpeg', state, (error as Error).message, 'vau setup ffmpeg')];
  }
}

const looking = 'Looking';

/**
 * Runs every check. The exit status is 1 when a required check fails. When only the service fails, it is the
 * status of any other command: 3 for the sign-in, 9 for the network. @param ffmpeg value of --ffmpeg
 */
export async function examine(session: Session, ffmpeg: string | undefined): Promise<Result> {
  const { env, io } = session;
  const settings = await session.settings();
  const progress = session.progress(looking);
  const groups = await Promise.all([
    [nodeFinding()],
    ffmpegFindings(env, worksHere(settings), ffmpeg),
    configurationFindings(settings),
    serviceFindings(withProgress(session, progress)),
    embeddedFindings(env, settings),
    recogniserFindings(env),
  ]).finally(() => progress.stop());
  const checks = groups.flat();
  const status = statusOf(checks);
  const healthy = status === exit.done;
  return {
    value: { healthy, checks },
    text: checks.map((one) => line(io, one)).join(''),
    ...(healthy ? {} : { status }),
  };
}

/** The exit status that all failures share, else 1; 0 without failures. */
function statusOf(checks: readonly Finding[]): ExitStatus {
  const failures = checks.filter(({ state }) => state === 'failed');
  const [first, ...others] = new Set(failures.map(({ exit_status = exit.fault }) => exit_status));
  return others.length > 0 ? exit.fault : (first ?? exit.done);
}

/** The session for the client: retries show up in the doctor's own progress line. */
function withProgress({ io, flags, note, settings }: Session, progress: Progress): Connecting {
  const shared = { ...progress, stop: () => progress.update(looking) };
  const said = (text: string) => {
    progress.update(text);
    return shared;
  };
  return { io, flags, note, settings, progress: said };
}

/** Whether media are processed here: no service is chosen, or the chosen one is on this machine. */
function worksHere({ base_url }: Settings): boolean {
  if (base_url.value === undefined || !URL.canParse(base_url.value)) return true;
  return /^(localhost|127\.|\[::1\])/.test(new URL(base_url.value).hostname);
}

const marks: Readonly<Record<Finding['state'], readonly [word: string, style: Style]>> = {
  ok: ['ok', 'green'],
  warning: ['warning', 'yellow'],
  failed: ['FAILED', 'red'],
  none: ['-', 'dim'],
};

/** Columns before the message. */
const INDENT = 27;

function line(io: Io, { check, state, message, advice }: Finding): string {
  const [word, style] = marks[state];
  const width = io.columns === undefined ? Number.POSITIVE_INFINITY : Math.max(20, io.columns - INDENT);
  const [first = '', ...rest] = [message, advice ?? ''].flatMap((text) => linesOf(clean(text), width));
  const head = `${io.paint('out', style, word.padEnd(7))}  ${check.padEnd(16)}  ${first}\n`;
  return [head, ...rest.map((text) => `${' '.repeat(INDENT)}${text}\n`)].join('');
}
