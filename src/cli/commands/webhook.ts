import { sortDirections } from '../../contract/enums.ts';
import { events } from '../../contract/events.ts';
import { column } from '../model/columns.ts';
import { pageFlags } from '../model/common-flags.ts';
import { defineDeletion } from '../model/deletion.ts';
import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { choice, either, id, many, needed, optional, text, url } from '../model/values.ts';
import { listen } from './webhook-listen.ts';
import { verify } from './webhook-verify.ts';

const webhookId = needed(id('The webhook'));
const event = many(
  choice(events, 'Event to subscribe to', { field: 'subscribed_events', placeholder: 'EVENT' }),
);
const description = text('Description');

const create = defineCommand({
  name: 'webhook create',
  about:
    'The response contains the secret that verifies deliveries. Without --event the webhook subscribes to every event. Without an endpoint nothing is delivered until vau webhook update sets one.',
  arguments: { endpoint: optional(url('URL that events are delivered to, http or https')) },
  flags: { event, description },
  examples: [
    {
      does: 'Hear of finished files',
      line: 'webhook create https://example.com/hook --event file.job.completed',
    },
  ],
  plan: (_, { args, flags }) => call('webhook.create', { body: { ...args, ...flags } }),
});

const list = defineCommand({
  name: 'webhook list',
  flags: { sort: choice(sortDirections, 'Direction (default desc)'), ...pageFlags },
  examples: [{ does: 'All webhooks', line: 'webhook list' }],
  columns: [
    column('id'),
    column('endpoint'),
    column('active'),
    column('subscribed_events', 'text', 'events'),
    column('created_at', 'time', 'created'),
  ],
  plan: (_, { flags: query }) => call('webhook.list', { query }),
});

const get = defineCommand({
  name: 'webhook get',
  arguments: { webhookId },
  examples: [{ does: 'Its secret, for a script', line: 'webhook get WEBHOOK_ID --output json' }],
  plan: (_, { args: params }) => call('webhook.get', { params }),
});

const update = defineCommand({
  name: 'webhook update',
  about: 'Values that you leave out are kept. --event replaces the list of events.',
  arguments: { webhookId },
  flags: {
    description,
    endpoint: url('URL that events are delivered to, http or https'),
    event,
    active: either('Deliver events'),
  },
  examples: [
    { does: 'Stop deliveries for a while', line: 'webhook update WEBHOOK_ID --no-active' },
    {
      does: 'Other events',
      line: 'webhook update WEBHOOK_ID --event file.job.failed --event extract.job.failed',
    },
  ],
  plan: (_, { args: params, flags: body }) => call('webhook.update', { params, body }),
});

const remove = defineDeletion({
  command: 'webhook delete',
  argument: { webhookId },
  kind: 'webhook',
  name: 'endpoint',
  effect: () => 'No more events are delivered to it, and its secret is gone.',
});

export const commands = [create, list, get, update, remove, listen, verify];
