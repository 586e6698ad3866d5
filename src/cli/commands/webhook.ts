import { sortDirections } from '../../contract/enums.ts';
import { events } from '../../contract/events.ts';
import type { BodyInput } from '../../contract/index.ts';
import { UsageError } from '../errors/errors.ts';
import { column } from '../model/columns.ts';
import { pageFlags } from '../model/common-flags.ts';
import { defineDeletion } from '../model/deletion.ts';
import { emptyList } from '../model/empty-list.ts';
import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { choice, either, id, many, needed, optional, text, url } from '../model/values.ts';
import { ifAbsentFlag, unlessPresent } from './flags/if-absent.ts';
import { commands as deliveries } from './webhook-deliveries.ts';
import { listen } from './webhook-listen.ts';
import { verify } from './webhook-verify.ts';

const webhookId = needed(id('ID or name of the webhook'));
const event = many(
  choice(events, 'Event to subscribe to', { field: 'subscribed_events', placeholder: 'EVENT' }),
);
const description = text('Description');

const create = defineCommand({
  name: 'webhook create',
  about:
    'The response contains the secret that verifies deliveries. Without --event the webhook subscribes to every event. Without an endpoint nothing is delivered until you set one with vau webhook update.',
  arguments: { endpoint: optional(url('URL to deliver events to, http or https')) },
  flags: { event, description, ...ifAbsentFlag('endpoint') },
  examples: [
    {
      does: 'Get an event for each processed file',
      line: 'webhook create https://example.com/hook --event file.job.completed',
    },
    {
      does: 'Get its ID, whether or not it exists',
      line: 'webhook create https://example.com/hook --if-absent --query id',
    },
  ],
  plan: ({ ifAbsent }, { args, flags }) => {
    const body = { ...args, ...flags };
    const { endpoint } = body as BodyInput<'webhook.create'>;
    if (ifAbsent && endpoint === undefined)
      throw new UsageError('--if-absent needs the endpoint: it tells whether the webhook exists');
    const sought = { kind: 'webhook', list: 'webhook.list' as const, fields: { endpoint } };
    return call('webhook.create', { body }, unlessPresent(ifAbsent, sought));
  },
});

const listOf = { what: 'webhooks', first: 'Make one: vau webhook create URL', all: 'webhook list' };

const list = defineCommand({
  name: 'webhook list',
  flags: { sort: choice(sortDirections, 'Sort direction (default desc)'), ...pageFlags },
  examples: [{ does: 'All webhooks', line: 'webhook list' }],
  columns: [
    column('id', 'id'),
    column('endpoint'),
    column('active'),
    column('subscribed_events', 'text', 'events'),
    column('created_at', 'time', 'created'),
  ],
  plan: (_, { flags: query }) => call('webhook.list', { query }, { none: emptyList(query, listOf) }),
});

const get = defineCommand({
  name: 'webhook get',
  arguments: { webhookId },
  examples: [{ does: 'Show its secret, for a script', line: 'webhook get WEBHOOK_ID --output json' }],
  plan: (_, { args: params }) => call('webhook.get', { params }),
});

const update = defineCommand({
  name: 'webhook update',
  about: 'Omitted values stay as they are. --event replaces the list of events.',
  arguments: { webhookId },
  flags: {
    description,
    endpoint: url('URL to deliver events to, http or https'),
    event,
    active: either('Deliver events'),
  },
  examples: [
    { does: 'Pause deliveries', line: 'webhook update WEBHOOK_ID --no-active' },
    {
      does: 'Change the events',
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
  effect: () => 'Deliveries to it stop, and its secret is deleted.',
});

export const commands = [create, list, get, update, remove, ...deliveries, listen, verify];
