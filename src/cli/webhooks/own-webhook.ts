/** A webhook that exists only while `vau webhook listen` runs. */
import type { EventName } from '../../contract/values/events.ts';
import { UsageError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import type { ListenFlags } from './secret.ts';

export interface OwnWebhook {
  readonly secret: string;
  /** Deletes it, also after Ctrl-C. */
  remove(): Promise<void>;
}

/**
 * Whether listen makes its own webhook: no secret is given, and a service is chosen. @throws UsageError if that service runs
 * elsewhere, because it could not reach this machine's loopback address
 */
export async function makesWebhook(session: Session, flags: ListenFlags): Promise<boolean> {
  const given = flags.secretFile ?? flags.webhook ?? (session.env.VAU_WEBHOOK_SECRET?.trim() || undefined);
  if (flags.unverified || given !== undefined) return false;
  const { base_url, token } = await session.settings();
  if (base_url.value === undefined || token.value === undefined) return false;
  if (isLoopback(base_url.value)) return true;
  throw new UsageError(`The service at ${base_url.value} cannot reach this machine's loopback address`, {
    hint: 'Create a webhook for a URL that it can reach, forward that to this machine, and pass --webhook WEBHOOK_ID.',
    next: 'vau webhook create URL',
  });
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** Creates the webhook. @param events default: all */
export async function makeWebhook(
  session: Session,
  endpoint: string,
  events: readonly EventName[] | undefined,
): Promise<OwnWebhook> {
  const client = await session.client();
  const description = 'vau webhook listen';
  const subscribed = events ? { subscribed_events: [...events] } : {};
  const { id, webhook_secret } = await client.call('webhook.create', {
    body: { endpoint, description, ...subscribed },
  });
  return {
    secret: webhook_secret,
    remove: async () => void (await client.call('webhook.delete', { params: { webhook_id: id } })),
  };
}
