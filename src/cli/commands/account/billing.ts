import { column } from '../../model/columns.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { id } from '../../model/values.ts';
import { cursorFlags } from '../flags/criterion.ts';

const balance = defineCommand({
  name: 'billing balance',
  about:
    'In credits. committed is what work that was started, and not charged yet, is expected to cost; available is what is left ' +
    'for new work. The credits of the account local of an embedded service are notional: nobody is billed for them.',
  examples: [
    { does: 'What is left?', line: 'billing balance' },
    { does: 'The amount alone, for a script', line: 'billing balance --query available' },
  ],
  plan: () => call('billing.balance'),
});

const ledger = defineCommand({
  name: 'billing ledger',
  about: 'The newest first. A charge is negative; what is refunded has an entry of its own.',
  flags: { ...cursorFlags, resource: id('Only entries for this resource, such as a run') },
  columns: [
    column('created_at', 'time', 'time'),
    column('kind'),
    column('amount', 'credits'),
    column('operation'),
    column('resource'),
    column('reason'),
  ],
  examples: [
    { does: 'The last movements', line: 'billing ledger --limit 20' },
    { does: 'What a run was charged', line: 'billing ledger --resource JOB_ID' },
  ],
  plan: (_, { flags: query }) => call('billing.ledger', { query }, { rows: ['entries'] }),
});

const rates = defineCommand({
  name: 'billing rates',
  about: 'What is not listed is free.',
  columns: [column('operation'), column('credits', 'credits'), column('unit')],
  examples: [{ does: 'What does a run cost?', line: 'billing rates' }],
  plan: () => call('billing.rates', {}, { rows: ['rates'] }),
});

export const commands = [balance, ledger, rates];
