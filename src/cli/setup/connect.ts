import { type Fetcher, openFetcher } from '../../client/fetch.ts';
import type { Session } from '../model/session.ts';
import { certificatesOf } from '../run/session/connect.ts';
import { version } from '../terminal/version.ts';

/** Publishers that say nothing for this long, in ms, have stopped. */
const SILENCE = { connect: 15_000, answer: 60_000 };

/** Connections for downloads: the proxies of the environment, and the certificates of --ca-file. */
export async function fetcherFor(session: Session): Promise<Fetcher> {
  const settings = await session.settings();
  const seconds = session.flags.requestTimeout;
  return openFetcher({
    env: session.env,
    ca: certificatesOf(settings),
    userAgent: `vau/${version}`,
    timeouts: seconds === undefined ? SILENCE : { ...SILENCE, answer: seconds * 1000 },
  });
}
