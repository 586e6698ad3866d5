import type { WebhookDelivery } from '../../../../src/contract/index.ts';
import { jobHandlers as handlers } from '../../../../src/service/boot/registry/job-handlers.ts';
import type { ServiceConfig } from '../../../../src/service/context/config.ts';
import { runJob } from '../../../../src/service/jobs/worker/run-job.ts';
import type { TestReceiver } from '../../../support/receiver.ts';
import type { TestService } from '../../../support/service.ts';

const HOUR = 3_600_000;

/** A clock that tests move. */
export function movableClock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    pass: (ms: number) => {
      ahead += ms;
    },
  };
}

/** Runs the jobs that are due now, and no retry before its time. @param config what differs in this run */
export async function runDue({ context }: TestService, config: Partial<ServiceConfig> = {}): Promise<void> {
  const changed = { ...context, config: { ...context.config, ...config } };
  for (;;) {
    const job = await context.queue.claim({ workerId: 'test', leaseMs: HOUR });
    if (!job) return;
    await runJob(changed, handlers, job, new AbortController().signal);
  }
}

/** A webhook for a receiver. */
export async function subscribe(
  service: TestService,
  { url }: Pick<TestReceiver, 'url'>,
  ...events: string[]
) {
  const body = { endpoint: url, ...(events.length > 0 ? { subscribed_events: events } : {}) };
  return (await service.call('POST', '/webhooks', body)).body;
}

/** The deliveries of a webhook, the first one first, each whole. */
export async function deliveriesTo(service: TestService, webhookId: string): Promise<WebhookDelivery[]> {
  const where = `/webhooks/${webhookId}/deliveries`;
  const { body } = await service.call('GET', `${where}?sort=asc&limit=100`);
  const whole = body.data.map(async ({ id }) => (await service.call('GET', `${where}/${id}`)).body);
  return (await Promise.all(whole)) as unknown as WebhookDelivery[];
}

let files = 0;

/** Uploads something that cannot be processed: file.job.processing and file.job.failed follow. */
export async function uploadBroken(service: TestService): Promise<string> {
  files += 1;
  return (await service.upload(`no film ${files} ${Date.now()}`, 'broken.flac')).body.id;
}
