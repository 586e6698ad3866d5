/** Doctor checks of the chosen service: reachable, token accepted, clocks in agreement. */
import { ApiError, ClientError, NetworkError } from '../../client/errors.ts';
import { failureOf, UsageError } from '../errors/errors.ts';
import { exit, exitOfStatus } from '../errors/exit.ts';
import { startAgain } from '../local/service/profile.ts';
import { type Connecting, connect, type Manner } from '../run/session/connect.ts';
import { tokenFor } from '../run/session/session.ts';
import { type Finding, failed, finding } from './finding.ts';

/** Timeouts in ms: the doctor should answer quickly. */
const manner: Manner = {
  timeouts: { connect: 5_000, answer: 10_000, total: 20_000 },
  retry: { retries: 2, longest: 10_000 },
};

/**
 * Clock differences in seconds: from `warn` on there is a warning, beyond `harmful` signatures and signed
 * links fail.
 */
const skew = { warn: 30, harmful: 300 };

/** Checks the service with one request for a single file. */
export async function serviceFindings(session: Connecting): Promise<Finding[]> {
  const settings = await session.settings();
  const { base_url } = settings;
  if (base_url.value === undefined)
    return [finding('service', 'failed', 'No service is chosen', 'vau quickstart, or vau auth login')];
  const token = tokenFor(settings);
  try {
    const client = await connect(session, base_url.value, token, manner);
    const started = performance.now();
    const answered = await client
      .request({ method: 'GET', path: '/files?limit=1' })
      .then(({ reply }) => reply.headers)
      .finally(() => client.close());
    const took = Math.round(performance.now() - started);
    return [
      finding('service', 'ok', `${base_url.value} (${base_url.where}) responds in ${took} ms`),
      finding('sign-in', 'ok', `The service accepts the token (${settings.token.where})`),
      ...clockFindings(answered.date),
    ];
  } catch (error) {
    return failures(error, base_url.value, token !== undefined, session.io.env);
  }
}

function failures(error: unknown, baseUrl: string, hasToken: boolean, env: NodeJS.ProcessEnv): Finding[] {
  if (error instanceof NetworkError) {
    const advice = error.local ? startAgain(error.host, env) : error.hint;
    return [failed('service', failureOf(error).exitStatus, error.message, advice)];
  }
  if (error instanceof UsageError)
    return [
      failed('service', exit.usage, error.message, 'vau config list shows where each value comes from'),
    ];
  if (error instanceof ClientError)
    return [finding('service', 'failed', error.message, 'vau config set base_url https://HOST/v1')];
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401 || error.status === 403)
    return [
      finding('service', 'ok', `${baseUrl} responds`),
      failed(
        'sign-in',
        exitOfStatus(error.status),
        hasToken ? error.message : 'No token is set for it',
        `vau auth login --base-url ${baseUrl}`,
      ),
    ];
  return [
    failed(
      'service',
      exitOfStatus(error.status),
      `${baseUrl}: ${error.message}`,
      'Check the base URL: vau config explain base_url',
    ),
  ];
}

/** The difference to the service's clock, by the Date header, in whole seconds. */
export function clockFindings(header: string | undefined, now = Date.now()): Finding[] {
  const there = Date.parse(header ?? '');
  if (Number.isNaN(there)) return [];
  const apart = Math.round((now - there) / 1000);
  if (Math.abs(apart) <= skew.warn) return [finding('clock', 'ok', 'The clock agrees with the service')];
  const message = `The clock is ${Math.abs(apart)} s ${apart > 0 ? 'ahead of' : 'behind'} the service's`;
  const state = Math.abs(apart) > skew.harmful ? 'failed' : 'warning';
  return [finding('clock', state, message, 'Synchronise it (NTP): signed links and webhooks depend on it.')];
}
