import { sql } from 'kysely';
import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';

/** A webhook is unfinished while deliveries are pending. A lost job is added again; nothing here can fail for good. */
export const webhookLifecycle = declareLifecycle('webhook.deliver', {
  table: 'webhooks',
  key: { webhook_id: 'id' },
  open: sql`webhooks.active = 1 and webhooks.endpoint is not null and exists (
    select 1 from webhook_deliveries
    where webhook_deliveries.webhook_id = webhooks.id and webhook_deliveries.status = 'pending')`,
  fail: async () => undefined,
});
