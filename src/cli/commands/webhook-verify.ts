import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { needed, path, text } from '../model/values.ts';
import { secretFlags } from '../webhooks/secret.ts';

export const verify = defineCommand({
  name: 'webhook verify',
  about:
    'The exit status is 0 when the body was signed with the secret at most five minutes ago, and 1 with the reason when not. The three headers come from a file, as lines of "name: value" or as a JSON object, or from flags, which beat it. The body must be byte by byte what came.',
  arguments: {
    body: needed(path('Body as it was received; - is standard input', { placeholder: 'BODYFILE|-' })),
  },
  flags: {
    ...secretFlags,
    headers: path("File with the delivery's headers"),
    id: text('The header webhook-id'),
    timestamp: text('The header webhook-timestamp, in seconds', { placeholder: 'SECONDS' }),
    signature: text('The header webhook-signature'),
  },
  examples: [
    {
      does: 'A delivery that was kept',
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
