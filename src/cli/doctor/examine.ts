/** Runs all doctor checks, and shows them in order. */
import type { Settings } from '../../config/settings.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import type { Connecting } from '../run/session/connect.ts';
import { clean } from '../terminal/clean.ts';
import type { Io, Style } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import { linesOf } from '../terminal/text-width.ts';
import { configurationFindings } from './configuration.ts';
import { embeddedFindings, recogniserFindings } from './embedded.ts';
import type { Finding } from './finding.ts';
import { ffmpegFindings, nodeFinding } from './machine.ts';
import { serviceFindings } from './service.ts';

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
    embeddedFindings(env),
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
