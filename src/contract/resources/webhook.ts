import * as z from 'zod';
import { deliveryStatuses } from '../values/enums.ts';
import { events } from '../values/events.ts';
import { metadata, text, unixMs, webUrl } from '../values/scalars.ts';

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
    previous_secret_expires_at: unixMs()
      .optional()
      .describe('Until then (Unix ms) the secret before the last rotation signs deliveries too'),
    failing_since: unixMs()
      .optional()
      .describe('When the attempts began to fail (Unix ms); omitted while they succeed'),
    disabled_reason: z
      .string()
      .optional()
      .describe('Why the service stopped the deliveries; activate the webhook to resume them'),
  })
  .meta({ id: 'Webhook' });

/** One request to the receiver. */
const webhookAttempt = z.object({
  number: z.int().describe('1 for the first'),
  started_at: unixMs(),
  duration_ms: z.int().optional().describe('Omitted while it runs, and if the service stopped meanwhile'),
  status_code: z.int().optional().describe('Status of the response; omitted if none came'),
  error: z.string().optional().describe('Why it failed'),
  answer: z.string().optional().describe('The first 20,000 bytes of the response body; omitted in lists'),
});

/** An event for a webhook, with every attempt to deliver it. */
export const webhookDelivery = z
  .object({
    id: z.string(),
    object: z.literal('webhook_delivery'),
    webhook_id: z.string(),
    event_id: z.string().describe('Value of the header webhook-id; the same in every attempt'),
    event_type: z.enum(events),
    status: z.enum(deliveryStatuses),
    created_at: unixMs(),
    next_attempt_at: unixMs()
      .optional()
      .describe(
        'Omitted while an earlier event about the same resource is pending, and after the last attempt',
      ),
    ended_at: unixMs().optional(),
    attempts: z.array(webhookAttempt),
    payload: metadata().optional().describe('Payload of the event; omitted in lists'),
  })
  .meta({ id: 'WebhookDelivery' });

/** For how long the old secret keeps signing after a rotation: a day unless you say otherwise, at most a week. */
export const rotateWebhookBody = z.object({
  overlap_seconds: z
    .int()
    .min(0)
    .max(7 * 86_400)
    .default(86_400)
    .describe('Seconds for which the old secret signs deliveries too'),
});

export const testWebhookBody = z.object({
  event_type: z
    .enum(events)
    .optional()
    .describe('Type of the test event (default: the first subscribed one)'),
});

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
export type WebhookDelivery = z.output<typeof webhookDelivery>;
export type WebhookAttempt = z.output<typeof webhookAttempt>;
