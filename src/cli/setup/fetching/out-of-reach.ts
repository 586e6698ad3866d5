import type { NetworkError } from '../../../client/errors.ts';
import { shown } from '../../../client/network/fetch.ts';
import { CliError } from '../../errors/errors.ts';
import { exit } from '../../errors/exit.ts';
import { formatBytes } from '../../output/format.ts';

/** What to do on a closed network, or after a connection broke. @param have bytes that have arrived and are kept */
export function outOfReach(url: string, error: NetworkError, have = 0): CliError {
  const kept =
    have > 0 ? ` ${formatBytes(have)} have arrived and are kept: the same command goes on there.` : '';
  return new CliError(
    `${shown(url)} could not be fetched: ${error.message}.${kept}`,
    exit.network,
    'network',
    {
      hint:
        'Behind a proxy, set HTTPS_PROXY, and --ca-file for its certificates. On a closed network, bring the files on a ' +
        'disk or a mirror: --from FOLDER or --from URL; packages come from --registry URL.',
      retryable: true,
    },
  );
}
