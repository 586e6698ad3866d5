import { randomBytes, randomUUID } from 'node:crypto';
import type { EventName, Webhook } from '../../../contract/index.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { fromJson, toJson } from '../../store/json.ts';
import type { Flag } from '../../store/schema.ts';
import { rowsPage } from '../common/lists.ts';
import { finderOf, type RowOf } from '../common/rows.ts';

type WebhookRow = RowOf<'webhooks'>;
type Ids = 'webhook.create' | 'webhook.list' | 'webhook.get' | 'webhook.update' | 'webhook.delete';

/** Webhooks: URLs that events are sent to. */
export const webhookHandlers: HandlersOf<Ids> = {
  'webhook.create': async (ctx, { body }) => {
    const row: WebhookRow = {
      id: randomUUID(),
      account_id: ctx.accountId,
      endpoint: body.endpoint ?? null,
      description: body.description ?? null,
      subscribed_events: toJson(unique(body.subscribed_events)),
      secret: makeSecret(),
      active: 1,
      created_at: ctx.clock(),
    };
    await ctx.db.insertInto('webhooks').values(row).execute();
    return webhookOf(row);
  },

  'webhook.list': (ctx, { query }) => {
    return rowsPage(ctx.db, 'webhooks', { account_id: ctx.accountId }, query, webhookOf);
  },

  'webhook.get': async (ctx, { params }) => webhookOf(await findWebhook(ctx, params.webhook_id)),

  'webhook.update': ({ db, accountId }, { params, body }) =>
    // Reads and writes under one lock, so that two updates of different fields both survive.
    db.transaction().execute(async (trx) => {
      const row = await findWebhook({ db: trx, accountId }, params.webhook_id);
      const active: Flag = body.active === undefined ? row.active : body.active ? 1 : 0;
      const changed = {
        endpoint: body.endpoint ?? row.endpoint,
        description: body.description ?? row.description,
        subscribed_events: body.subscribed_events
          ? toJson(unique(body.subscribed_events))
          : row.subscribed_events,
        active,
      };
      await trx.updateTable('webhooks').set(changed).where('id', '=', row.id).execute();
      return webhookOf({ ...row, ...changed });
    }),

  'webhook.delete': async (ctx, { params }) => {
    const { id } = await findWebhook(ctx, params.webhook_id);
    await ctx.db.deleteFrom('webhooks').where('id', '=', id).execute();
    return { id, object: 'webhook' };
  },
};

/** A Standard Webhooks secret: `whsec_` and 24 to 64 random bytes in base64 (here 32). */
function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function unique(events: readonly EventName[]): EventName[] {
  return [...new Set(events)];
}

/** Finds the account's webhook. @throws 404 */
const findWebhook = finderOf('webhooks', 'webhook');

function webhookOf(row: WebhookRow): Webhook {
  return {
    id: row.id,
    object: 'webhook',
    created_at: row.created_at,
    webhook_secret: row.secret,
    ...(row.endpoint === null ? {} : { endpoint: row.endpoint }),
    active: row.active === 1,
    subscribed_events: fromJson<EventName[]>(row.subscribed_events),
    ...(row.description === null ? {} : { description: row.description }),
  };
}
