import type { EventName } from '../../../contract/index.ts';
import { conflict, notFound } from '../../errors.ts';
import { addDelivery } from '../../events/deliveries.ts';
import { writeEvent } from '../../events/outbox.ts';
import { listOf as oneOf } from '../../store/sql/expressions.ts';
import { fromJson } from '../../store/sql/json.ts';
import { given, inOrder, listOf } from '../common/lists/lists.ts';
import type { Resource } from '../common/resource.ts';
import { finderOf, type RowOf, type Viewer } from '../common/rows.ts';
import { findWebhook } from './handlers.ts';
import { deliveriesOf, wholeDelivery } from './present.ts';

type Ids = 'webhook.deliveries' | 'webhook.delivery' | 'webhook.redeliver' | 'webhook.test';

/** Deliveries of webhooks. */
export const deliveries: Resource<Ids> = {
  handlers: {
    'webhook.deliveries': async (ctx, { params, query }) => {
      const { id } = await findWebhook(ctx, params.webhook_id);
      const found = ctx.db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', id)
        .where((row) => row.and(given({ status: query.status })))
        .orderBy('seq', query.sort);
      const page = await listOf(found, query, (row) => row.id);
      const rows = await ctx.db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('id', 'in', oneOf(page.data))
        .execute();
      return {
        ...page,
        data: await deliveriesOf(
          ctx.db,
          inOrder(page.data, rows, (row) => row.id),
        ),
      };
    },

    'webhook.delivery': async (ctx, { params }) => wholeDelivery(ctx.db, await findDelivery(ctx, params)),

    'webhook.redeliver': async (ctx, { params }) => {
      const { accountId } = ctx;
      const id = await ctx.db.transaction().execute(async (trx) => {
        const row = await findDelivery({ db: trx, accountId }, params);
        const webhook = await findReceiver({ db: trx, accountId }, row.webhook_id);
        const { resource, event_type, event_id: event } = row;
        const type = event_type as EventName;
        if (row.status !== 'pending') {
          const maxTries = row.max_tries;
          return addDelivery(trx, ctx, { webhookId: webhook.id, accountId, event, type, resource, maxTries });
        }
        await trx
          .updateTable('webhook_deliveries')
          .set({ next_attempt_at: ctx.clock() })
          .where('webhook_id', '=', webhook.id)
          .where('resource', '=', resource)
          .where('next_attempt_at', 'is not', null)
          .execute();
        await ctx.lifecycle.start(trx, 'webhook.deliver', { webhook_id: webhook.id });
        return row.id;
      });
      return wholeDelivery(ctx.db, await findDelivery(ctx, { ...params, delivery_id: id }));
    },

    'webhook.test': async (ctx, { params, body }) => {
      const { accountId } = ctx;
      const id = await ctx.db.transaction().execute(async (trx) => {
        const webhook = await findReceiver({ db: trx, accountId }, params.webhook_id);
        const [first = 'file.job.completed'] = fromJson<EventName[]>(webhook.subscribed_events);
        const type = body.event_type ?? first;
        const payload = { object: 'test', webhook_id: webhook.id };
        const event = await writeEvent(trx, ctx, type, accountId, payload);
        const added = {
          webhookId: webhook.id,
          accountId,
          event,
          type,
          resource: `test ${event}`,
          maxTries: 1,
        };
        return addDelivery(trx, ctx, added);
      });
      return wholeDelivery(ctx.db, await findDelivery(ctx, { ...params, delivery_id: id }));
    },
  },
};

const ownDelivery = finderOf('webhook_deliveries', 'delivery');

/** @throws 404 */
async function findDelivery(
  viewer: Viewer,
  { webhook_id, delivery_id }: { webhook_id: string; delivery_id: string },
): Promise<RowOf<'webhook_deliveries'>> {
  const row = await ownDelivery(viewer, delivery_id);
  if (row.webhook_id !== webhook_id) throw notFound('delivery', delivery_id);
  return row;
}

/** The account's webhook, if it can get deliveries. @throws 404, 409 */
async function findReceiver(viewer: Viewer, id: string): Promise<RowOf<'webhooks'>> {
  const row = await findWebhook(viewer, id);
  if (row.endpoint === null) throw conflict(`webhook ${id} has no endpoint; set one first`);
  if (row.active === 0) throw conflict(`webhook ${id} is not active; activate it first`);
  return row;
}
