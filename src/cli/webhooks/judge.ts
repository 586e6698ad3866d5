/** Verifies deliveries by the rules of Standard Webhooks. */
import { isUtf8 } from 'node:buffer';
import { Webhook } from 'standardwebhooks';
import { UsageError } from '../errors/errors.ts';

/** A received delivery: header names in lower case, the exact bytes of the body. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export type Verdict =
  | { readonly genuine: true; readonly id: string; readonly timestamp: number }
  | { readonly genuine: false; readonly reason: string };

/** Verifies a delivery. */
export type Judge = (delivery: Delivery) => Verdict;

/**
 * Maximum difference between a timestamp and this machine's clock, in seconds. The package uses the same
 * number.
 */
const tolerance = 300;

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * A judge for deliveries signed with this secret. @param secret `whsec_` and base64, as the API returns it
 * @throws UsageError when the secret has another form
 */
export function judgeFor(secret: string): Judge {
  const webhook = webhookOf(secret);
  return ({ headers, body }) => {
    const missing = names.filter((name) => !headers[name]);
    if (missing.length > 0) return refused(`missing headers: ${missing.join(' and ')}`);
    // Invalid UTF-8 would be decoded to replacement characters, which hides changes.
    if (!isUtf8(body)) return refused('the body is not UTF-8 text');
    const [id = '', stamp = '', signature = ''] = names.map((name) => headers[name]);
    if (!/^\d{1,12}$/.test(stamp))
      return refused(`webhook-timestamp is not a time in seconds (got ${stamp})`);
    const timestamp = Number(stamp);
    const own = webhook.sign(id, new Date(timestamp * 1000), body);
    try {
      webhook.verify(
        body,
        { 'webhook-id': id, 'webhook-timestamp': stamp, 'webhook-signature': signature },
        { jsonParse: false },
      );
      return { genuine: true, id, timestamp };
    } catch {
      return refused(signature.split(' ').includes(own) ? untimely(timestamp) : mismatch);
    }
  };
}

const mismatch =
  'the signature does not match: the body or a header was changed, or it was signed with another secret';

function untimely(timestamp: number): string {
  const age = Math.floor(Date.now() / 1000) - timestamp;
  const how = age > 0 ? `${age} s old` : `${-age} s in the future`;
  return `the signature is valid but the timestamp is ${how} (at most ${tolerance} s): it was sent again, or a clock is wrong`;
}

const refused = (reason: string): Verdict => ({ genuine: false, reason });

function webhookOf(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch {
    throw new UsageError('Invalid webhook secret: it must be whsec_ followed by base64', {
      next: 'vau webhook get WEBHOOK_ID -o json',
    });
  }
}
