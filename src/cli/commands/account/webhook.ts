/**
 * Commands about an account: its webhooks, their deliveries, and its credits. The input of a command comes in; its
 * `plan` says which operation to call, and how to show the answer.
 */

import type { BodyInput } from '../../../contract/index.ts';
import { sortDirections } from '../../../contract/values/enums.ts';
import { events } from '../../../contract/values/events.ts';
import { UsageError } from '../../errors/errors.ts';
import { column } from '../../model/columns.ts';
import { defineDeletion } from '../../model/deletion.ts';
import { emptyList } from '../../model/empty-list.ts';
import { pageFlags } from '../../model/flags/common-flags.ts';
import { yesFlag } from '../../model/flags/given-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call, local } from '../../model/plan.ts';
import {
  choice,
  either,
  id,
  integer,
  many,
  needed,
  optional,
  path,
  text,
  toggle,
  url,
} from '../../model/values.ts';
import { checkListenFlags, secretFlags } from '../../webhooks/secret.ts';
import { ifAbsentFlag, unlessPresent } from '../flags/if-absent.ts';
import { commands as deliveries } from './webhook-deliveries.ts';

const listen = defineCommand({
  name: 'webhook listen',
  about:
    'Without a secret it creates a webhook at the chosen service, which must run on this machine, and deletes it at the end. Listens on 127.0.0.1 only, on any path. A delivery with a wrong signature, or with a timestamp more than five minutes off, is answered with 401 and not shown. With -o json each event is a line of JSON. With --forward the sender gets the status of the forwarded request.',
  flags: {
    port: integer('Port to listen on; 0 picks a free one (default 4748)'),
    ...secretFlags,
    event: many(choice(events, 'Only this event', { placeholder: 'EVENT' })),
    forward: url('Forward each event to this URL, with its signature'),
    count: integer('Stop after this many events'),
    unverified: toggle('Accept every delivery, without a secret'),
    ...yesFlag,
  },
  examples: [
    { does: 'Watch all events of the service on this machine', line: 'webhook listen' },
    { does: 'Watch the events of a webhook', line: 'webhook listen --webhook WEBHOOK_ID' },
    {
      does: 'Forward events to a program under development',
      line: 'webhook listen --secret-file secret.txt --forward http://localhost:3000/hook',
    },
    {
      does: 'Wait for one event in a script',
      line: 'webhook listen --secret-file secret.txt --event file.job.completed --count 1 -o json',
    },
  ],
  plan: (flags) => {
    checkListenFlags(flags);
    return local(async (session) => {
      const { listen } = await import('../../webhooks/listen.ts');
      await listen(session, flags);
      return undefined;
    });
  },
});

const verify = defineCommand({
  name: 'webhook verify',
  about:
    'The exit status is 0 when the body was signed with the secret at most five minutes ago. Otherwise it is 1 and the reason is shown. Give the three headers in a file (lines of "name: value", or a JSON object) or by flags; flags override the file. The body must be exactly the received bytes.',
  arguments: {
    body: needed(path('Body as received; - is standard input', { placeholder: 'BODYFILE|-' })),
  },
  flags: {
    ...secretFlags,
    headers: path("File with the delivery's headers"),
    id: text('Value of the header webhook-id'),
    timestamp: text('Value of the header webhook-timestamp, in seconds', { placeholder: 'SECONDS' }),
    signature: text('Value of the header webhook-signature'),
  },
  examples: [
    {
      does: 'A saved delivery',
      line: 'webhook verify body.json --headers headers.txt --secret-file secret.txt',
    },
    {
      does: 'In a script',
      line: 'webhook verify - --id "$ID" --timestamp "$TIME" --signature "$SIGNATURE" < body.json',
    },
  ],
  plan: (flags) =>
    local(async (session) => {
      const { verify } = await import('../../webhooks/verify.ts');
      return verify(session, flags);
    }),
});

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
    const sought = {
      kind: 'webhook',
      list: 'webhook.list' as const,
      fields: { endpoint },
      given: body,
      remove: { operation: 'webhook.delete' as const, param: 'webhook_id' },
    };
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
