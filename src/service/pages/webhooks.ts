import type { Webhook, WebhookDelivery } from '../../contract/index.ts';
import { type Html, html } from '../web/html.ts';
import { headed, table, why } from './cards.ts';
import { csrfField } from './csrf.ts';
import { badge, counted, instant, nothingYet, pager, pageWished } from './parts.ts';
import type { View } from './view.ts';
import type { Visitor } from './visitor.ts';

/** Deliveries on one page: each shows its attempts. */
const MOST_DELIVERIES = 25;

/** GET /webhooks: the webhooks of the account. */
export async function webhooksPage(visitor: Visitor): Promise<View> {
  const page = await visitor.ask('webhook.list', { query: pageWished(visitor.wish('page')) });
  const rows = page.data.map((webhook) => row(visitor.root, webhook));
  const list =
    rows.length > 0
      ? table('Webhooks', ['Receiver', 'State', 'Events', 'Created'], rows)
      : nothingYet('There are no webhooks yet.', 'vau webhook create --endpoint URL');
  const content = html`${headed('Webhooks', page.total, 'webhook')}${list}${pager(`${visitor.root}/webhooks`, page)}`;
  return { title: 'Webhooks', tab: 'Webhooks', content };
}

function row(root: string, webhook: Webhook): Html[] {
  const { id, endpoint, description, subscribed_events: events, created_at } = webhook;
  return [
    html`<a href="${root}/webhooks/${id}">${endpoint ?? 'no receiver'}</a>${description ? html`<p class="quiet">${description}</p>` : undefined}`,
    state(webhook),
    html`${counted(events.length, 'event')}`,
    instant(created_at),
  ];
}

function state({ active, disabled_reason, failing_since }: Webhook): Html {
  if (!active) return html`<span class="badge off">inactive</span>${why(disabled_reason)}`;
  if (failing_since === undefined) return html`<span class="badge done">active</span>`;
  return html`<span class="badge bad">failing</span> <span class="quiet">since ${instant(failing_since)}</span>`;
}

/** GET /webhooks/ID: a webhook, and its deliveries with their attempts. */
export async function webhookPage(visitor: Visitor): Promise<View> {
  const params = { webhook_id: visitor.part('id') };
  const webhook = await visitor.ask('webhook.get', { params });
  const query = pageWished(visitor.wish('page'), MOST_DELIVERIES);
  const page = await visitor.ask('webhook.deliveries', { params, query });
  const path = `${visitor.root}/webhooks/${webhook.id}`;
  const rows = await Promise.all(page.data.map((delivery) => deliveryRow(visitor, delivery)));
  const list =
    rows.length > 0
      ? table('Deliveries', ['Event', 'Status', 'Created', 'Attempts', 'Retry'], rows)
      : nothingYet('Nothing has been delivered yet.');
  const content = html`<div class="head"><h1>${webhook.endpoint ?? 'Webhook without a receiver'}</h1><p>${state(webhook)}</p></div>
${webhook.description ? html`<p class="description">${webhook.description}</p>` : undefined}
<details class="more"><summary>${counted(webhook.subscribed_events.length, 'event')} subscribed</summary><p class="quiet">${webhook.subscribed_events.join(', ')}</p></details>
<section aria-labelledby="deliveries"><h2 id="deliveries">Deliveries (${page.total.toLocaleString('en')})</h2>${list}${pager(path, page)}</section>`;
  return { title: 'Webhook', tab: 'Webhooks', content };
}

async function deliveryRow(visitor: Visitor, delivery: WebhookDelivery): Promise<Html[]> {
  const { id, webhook_id, event_type, event_id, status, created_at, next_attempt_at, attempts } = delivery;
  const next =
    next_attempt_at === undefined
      ? undefined
      : html`<p class="quiet">next attempt ${instant(next_attempt_at)}</p>`;
  const path = `${visitor.root}/webhooks/${webhook_id}/deliveries/${id}/retry`;
  return [
    html`${event_type}<p class="quiet">${event_id}</p>`,
    html`${badge(status)}${next}`,
    instant(created_at),
    attemptsList(attempts),
    status === 'delivered'
      ? html``
      : html`<form class="inline" method="post" action="${path}">${await csrfField(visitor)}<button class="plain">Deliver again</button></form>`,
  ];
}

/** The last attempt; those before it are folded. */
function attemptsList(attempts: WebhookDelivery['attempts']): Html {
  const [last, before] = [attempts.slice(-1), attempts.slice(0, -1)];
  const folded =
    before.length > 0 &&
    html`<details class="more"><summary>${counted(before.length, 'attempt')} before</summary><ol>${before.map(attempt)}</ol></details>`;
  return html`<ol>${last.map(attempt)}</ol>${folded || undefined}`;
}

function attempt({ number, status_code, error, duration_ms }: WebhookDelivery['attempts'][number]): Html {
  const took = duration_ms === undefined ? '' : `, ${duration_ms} ms`;
  return html`<li>${number}: ${status_code === undefined ? 'no answer' : `status ${status_code}`}${took}${why(error)}</li>`;
}

/** POST /webhooks/ID/deliveries/ID/retry: delivers an event again. */
export async function redeliver(visitor: Visitor): Promise<string> {
  const params = { webhook_id: visitor.part('id'), delivery_id: visitor.part('delivery') };
  await visitor.ask('webhook.redeliver', { params });
  return `/webhooks/${params.webhook_id}`;
}
