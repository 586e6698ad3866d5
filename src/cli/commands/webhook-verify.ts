import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { needed, path, text } from '../model/values.ts';
import { secretFlags } from '../webhooks/secret.ts';

export const verify = defineCommand({
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
      const { verify } = await import('../webhooks/verify.ts');
      return verify(session, flags);
    }),
});
