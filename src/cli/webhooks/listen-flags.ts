/** Checks the flags of `vau webhook listen` before anything is loaded. */
import type { EventName } from '../../contract/values/events.ts';
import { UsageError } from '../errors/errors.ts';
import type { SecretFlags } from './secret.ts';

export interface ListenFlags extends SecretFlags {
  readonly port?: number | undefined;
  readonly forward?: string | undefined;
  readonly event?: readonly EventName[] | undefined;
  readonly count?: number | undefined;
  readonly unverified?: boolean | undefined;
}

/** Refuses ports out of range, and URLs that cannot be forwarded to. */
export function checkListenFlags({ port, forward, count }: ListenFlags): void {
  if (port !== undefined && (port < 0 || port > 65_535))
    throw new UsageError(`--port must be 1 to 65535, or 0 for any free port (got ${port})`);
  if (count !== undefined && count < 1) throw new UsageError('--count must be at least 1');
  if (forward !== undefined && !/^https?:$/.test(URL.canParse(forward) ? new URL(forward).protocol : ''))
    throw new UsageError(`--forward must be an http(s) URL (got ${JSON.stringify(forward)})`);
}
