/** Everything the doctor looks at, in the order it is told. */
import type { Settings } from '../../config/settings.ts';
import { exit } from '../exit.ts';
import type { Io, Style } from '../io.ts';
import { clean } from '../output/format.ts';
import type { Result } from '../plan.ts';
import type { Session } from '../session.ts';
import { configurationFindings } from './configuration.ts';
import { embeddedFinding, recogniserFindings } from './embedded.ts';
import type { Finding } from './finding.ts';
import { ffmpegFindings, nodeFinding } from './machine.ts';
import { serviceFindings } from './service.ts';

/** Looks at everything; the exit status is 1 when something that is needed is not as it should be. */
export async function examine(session: Session): Promise<Result> {
  const { env, io } = session;
  const settings = await session.settings();
  const progress = session.progress('Looking');
  const groups = await Promise.all([
    [nodeFinding()],
    ffmpegFindings(env, worksHere(settings)),
    configurationFindings(settings),
    serviceFindings(settings, env),
    embeddedFinding(env).then((one) => [one]),
    recogniserFindings(env),
  ]).finally(() => progress.stop());
  const checks = groups.flat();
  const healthy = checks.every(({ state }) => state !== 'failed');
  return {
    value: { healthy, checks },
    text: checks.map((one) => line(io, one)).join(''),
    ...(healthy ? {} : { status: exit.fault }),
  };
}

/** Whether media are worked on here: no service is chosen yet, or the one chosen is on this machine. */
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

function line(io: Io, { check, state, message, advice }: Finding): string {
  const [word, style] = marks[state];
  const head = `${io.paint('out', style, word.padEnd(7))}  ${check.padEnd(16)}  ${clean(message)}\n`;
  return advice ? `${head}${' '.repeat(27)}${clean(advice)}\n` : head;
}
