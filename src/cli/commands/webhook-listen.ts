import { events } from '../../contract/events.ts';
import { yesFlag } from '../model/given-flags.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { choice, integer, many, toggle, url } from '../model/values.ts';
import { checkListenFlags } from '../webhooks/listen-flags.ts';
import { secretFlags } from '../webhooks/secret.ts';

export const listen = defineCommand({
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
      const { listen } = await import('../webhooks/listen.ts');
      await listen(session, flags);
      return undefined;
    });
  },
});
