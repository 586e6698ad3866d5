import type { EventName, Webhook, WebhookAttempt, WebhookDelivery } from '../../../contract/index.ts';
import type { SecretBox } from '../../store/secrets/secret-box.ts';
import { listOf } from '../../store/sql/expressions.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { RowOf } from '../common/rows.ts';

type WebhookRow = RowOf<'webhooks'>;
type DeliveryRow = RowOf<'webhook_deliveries'>;
type AttemptRow = RowOf<'webhook_attempts'>;

/** A webhook as the API shows it, with its secret. */
export function webhookOf(row: WebhookRow, box: SecretBox, now: number): Webhook {
  const { previous_until: until } = row;
  return {
    id: row.id,
    object: 'webhook',
    created_at: row.created_at,
    webhook_secret: box.open(row.secret, row.id) ?? '',
    active: row.active === 1,
    subscribed_events: fromJson<EventName[]>(row.subscribed_events),
    ...known({
      endpoint: row.endpoint,
      description: row.description,
      previous_secret_expires_at: until !== null && now < until ? until : null,
      failing_since: row.failing_since,
      disabled_reason: row.disabled_reason,
    }),
  };
}

/** Deliveries with their attempts, without what makes them long: the answers and the payload. */
export async function deliveriesOf(db: Db, rows: readonly DeliveryRow[]): Promise<WebhookDelivery[]> {
  const attempts = await db
    .selectFrom('webhook_attempts')
    .select(['delivery_id', 'number', 'started_at', 'duration_ms', 'status_code', 'error'])
    .where('delivery_id', 'in', listOf(rows.map(({ id }) => id)))
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    ...deliveryOf(row),
    attempts: attempts.filter(({ delivery_id }) => delivery_id === row.id).map(attemptOf),
  }));
}

/** One delivery, whole. */
export async function wholeDelivery(db: Db, row: DeliveryRow): Promise<WebhookDelivery> {
  const event = await db
    .selectFrom('events')
    .select('payload')
    .where('id', '=', row.event_id)
    .executeTakeFirst();
  const attempts = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', row.id)
    .orderBy('number')
    .execute();
  return {
    ...deliveryOf(row),
    attempts: attempts.map((one) => ({ ...attemptOf(one), ...known({ answer: one.answer }) })),
    ...(event ? { payload: fromJson<Record<string, unknown>>(event.payload) } : {}),
  };
}

function deliveryOf(row: DeliveryRow): Omit<WebhookDelivery, 'attempts'> {
  const { id, webhook_id, event_id, event_type, status, created_at, next_attempt_at, ended_at } = row;
  return {
    id,
    object: 'webhook_delivery',
    webhook_id,
    event_id,
    status,
    created_at,
    event_type: event_type as EventName,
    ...known({ next_attempt_at, ended_at }),
  };
}

function attemptOf(row: Omit<AttemptRow, 'answer'>): WebhookAttempt {
  const { number, started_at, duration_ms, status_code, error } = row;
  return { number, started_at, ...known({ duration_ms, status_code, error }) };
}

/** The fields that have a value. */
function known<Fields extends Record<string, unknown>>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}
