import { deliveryStatuses, sortDirections } from '../../../contract/values/enums.ts';
import { events } from '../../../contract/values/events.ts';
import { at, column } from '../../model/columns.ts';
import { pageFlags } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { choice, id, integer, needed, openChoice } from '../../model/values.ts';

const webhookId = needed(id('ID of the webhook'));
const deliveryId = needed(id('ID of the delivery'));

const rotate = defineCommand({
  name: 'webhook rotate',
  about:
    'The response contains the new secret. For a day, or for --overlap-seconds, deliveries carry a signature by each of the two secrets, so that you can change the receiver without losing events.',
  arguments: { webhookId },
  flags: {
    overlapSeconds: integer('Seconds for which the old secret signs too, up to a week (default 86400)'),
  },
  examples: [
    { does: 'A new secret', line: 'webhook rotate WEBHOOK_ID' },
    {
      does: 'The old secret was revealed: end it at once',
      line: 'webhook rotate WEBHOOK_ID --overlap-seconds 0',
    },
  ],
  plan: (_, { args: params, flags: body }) => call('webhook.rotate', { params, body }),
});

const test = defineCommand({
  name: 'webhook test',
  about:
    'The event has a type that the webhook is subscribed to and the payload {"object": "test"}. It is sent once, in the background; vau webhook delivery shows what the receiver responded.',
  arguments: { webhookId },
  flags: { eventType: choice(events, 'Type of the event', { placeholder: 'EVENT' }) },
  examples: [{ does: 'Try a receiver', line: 'webhook test WEBHOOK_ID' }],
  plan: (_, { args: params, flags: body }) => call('webhook.test', { params, body }),
});

const deliveries = defineCommand({
  name: 'webhook deliveries',
  about:
    'A failed delivery is tried ten times within 75 hours. Events about one file or job are delivered in order; those about others do not wait. Deliveries are kept for 30 days.',
  arguments: { webhookId },
  flags: {
    status: openChoice(deliveryStatuses, 'Only deliveries with this status'),
    sort: choice(sortDirections, 'Sort direction (default desc)'),
    ...pageFlags,
  },
  examples: [
    { does: 'The last deliveries', line: 'webhook deliveries WEBHOOK_ID' },
    { does: 'Those that were given up', line: 'webhook deliveries WEBHOOK_ID --status failed' },
  ],
  columns: [
    column('id'),
    column('event_type', 'text', 'event'),
    column('status'),
    { header: 'attempts', value: (row) => attemptsOf(row).length, format: 'number' },
    { header: 'last', value: (row) => lastOutcome(row) },
    column('created_at', 'time', 'created'),
    column('next_attempt_at', 'time', 'next attempt'),
  ],
  plan: (_, { args: params, flags: query }) => call('webhook.deliveries', { params, query }),
});

function attemptsOf(row: unknown): readonly unknown[] {
  const attempts = at(row, 'attempts');
  return Array.isArray(attempts) ? attempts : [];
}

/** The status of the last response, or why there was none. */
function lastOutcome(row: unknown): unknown {
  const last = attemptsOf(row).at(-1);
  return at(last, 'status_code') ?? at(last, 'error');
}

const delivery = defineCommand({
  name: 'webhook delivery',
  arguments: { webhookId, deliveryId },
  examples: [
    { does: 'What the receiver responded', line: 'webhook delivery WEBHOOK_ID DELIVERY_ID -o json' },
  ],
  plan: (_, { args: params }) => call('webhook.delivery', { params }),
});

const redeliver = defineCommand({
  name: 'webhook redeliver',
  about:
    'Adds a new delivery of the same event, with the same webhook-id, after those that are pending. A pending delivery is tried now.',
  arguments: { webhookId, deliveryId },
  examples: [{ does: 'Deliver an event again', line: 'webhook redeliver WEBHOOK_ID DELIVERY_ID' }],
  plan: (_, { args: params }) => call('webhook.redeliver', { params }),
});

export const commands = [rotate, test, deliveries, delivery, redeliver];
