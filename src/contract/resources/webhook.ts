import * as z from 'zod';
import { events } from '../events.ts';
import { text, unixMs, webUrl } from '../scalars.ts';

const subscribedEvents = () => z.array(z.enum(events));

export const webhook = z
  .object({
    id: z.string(),
    object: z.literal('webhook'),
    created_at: unixMs(),
    webhook_secret: z.string().describe('Secret to verify deliveries, by Standard Webhooks'),
    endpoint: z.string().optional().describe('URL of deliveries; omitted if there is none'),
    active: z.boolean(),
    subscribed_events: subscribedEvents(),
    description: z.string().optional(),
  })
  .meta({ id: 'Webhook' });

/** Every field is optional: without subscribed_events the webhook gets all twenty events. */
export const createWebhookBody = z.object({
  endpoint: webUrl().optional(),
  subscribed_events: subscribedEvents()
    .min(1)
    .default([...events])
    .describe('Default: every event'),
  description: text().optional(),
});

export const updateWebhookBody = z.object({
  description: text().optional(),
  endpoint: webUrl().optional(),
  subscribed_events: subscribedEvents().min(1).optional(),
  active: z.boolean().optional(),
});

export type Webhook = z.output<typeof webhook>;
