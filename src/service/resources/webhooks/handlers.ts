import type { EventName } from '../../../contract/index.ts';
import { jobKey } from '../../queue/queue.ts';
import { toJson } from '../../store/sql/json.ts';
import { rowsPage } from '../common/lists/lists.ts';
import type { Resource } from '../common/resource.ts';
import { finderOf } from '../common/rows.ts';
import { deliverToWebhook } from './job.ts';
import { webhookOf } from './present.ts';
import { boxOf, makeSecret } from './secrets.ts';

type Ids =
  | 'webhook.create'
  | 'webhook.list'
  | 'webhook.get'
  | 'webhook.update'
  | 'webhook.delete'
  | 'webhook.rotate';

/** Webhooks: URLs that events are sent to. */
export const webhooks: Resource<Ids, 'webhook.deliver'> = {
  handlers: {
    'webhook.create': async (ctx, { body }) => {
      const id = ctx.newId();
      const box = await boxOf(ctx);
      const row = await ctx.db
        .insertInto('webhooks')
        .values({
          id,
          account_id: ctx.accountId,
          endpoint: body.endpoint ?? null,
          description: body.description ?? null,
          subscribed_events: toJson(unique(body.subscribed_events)),
          secret: box.seal(makeSecret(), id),
          created_at: ctx.clock(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return webhookOf(row, box, ctx.clock());
    },

    'webhook.list': async (ctx, { query }) => {
      const box = await boxOf(ctx);
      const now = ctx.clock();
      return rowsPage(ctx.db, 'webhooks', { account_id: ctx.accountId }, query, (row) =>
        webhookOf(row, box, now),
      );
    },

    'webhook.get': async (ctx, { params }) =>
      webhookOf(await findWebhook(ctx, params.webhook_id), await boxOf(ctx), ctx.clock()),

    'webhook.update': async (ctx, { params, body }) => {
      const { accountId, clock } = ctx;
      const box = await boxOf(ctx);
      // Reads and writes under one lock, so that two updates of different fields both survive.
      return ctx.db.transaction().execute(async (trx) => {
        const row = await findWebhook({ db: trx, accountId }, params.webhook_id);
        const changed = await trx
          .updateTable('webhooks')
          .set({
            endpoint: body.endpoint ?? row.endpoint,
            description: body.description ?? row.description,
            ...(body.subscribed_events && { subscribed_events: toJson(unique(body.subscribed_events)) }),
            ...(body.active !== undefined && { active: body.active ? 1 : 0 }),
            ...(body.active === true && { disabled_reason: null, failing_since: null }),
          })
          .where('id', '=', row.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await ctx.lifecycle.start(trx, 'webhook.deliver', { webhook_id: row.id });
        return webhookOf(changed, box, clock());
      });
    },

    'webhook.delete': async (ctx, { params }) => {
      const { id } = await findWebhook(ctx, params.webhook_id);
      await ctx.db.transaction().execute(async (trx) => {
        // A running job loses its lease here, and sends nothing more.
        await ctx.queue.cancel(trx, jobKey('webhook.deliver', { webhook_id: id }));
        await trx.deleteFrom('webhooks').where('id', '=', id).execute();
      });
      return { id, object: 'webhook' };
    },

    'webhook.rotate': async (ctx, { params, body }) => {
      const box = await boxOf(ctx);
      const now = ctx.clock();
      const overlap = body.overlap_seconds * 1000;
      const { id } = await findWebhook(ctx, params.webhook_id);
      await ctx.db
        .updateTable('webhooks')
        .set((row) => ({
          secret: box.seal(makeSecret(), id),
          previous_secret: overlap === 0 ? null : row.ref('secret'),
          previous_until: overlap === 0 ? null : now + overlap,
        }))
        .where('id', '=', id)
        .execute();
      return webhookOf(await findWebhook(ctx, id), box, now);
    },
  },
  jobs: { 'webhook.deliver': deliverToWebhook },
};

function unique(events: readonly EventName[]): EventName[] {
  return [...new Set(events)];
}

/** Finds the account's webhook. @throws 404 */
export const findWebhook = finderOf('webhooks', 'webhook');
