import * as z from 'zod';
import { entryKinds } from '../values/enums.ts';
import { unixMs, uuid } from '../values/scalars.ts';

const credits = (what: string) => z.number().describe(`${what}, in credits`);

/** What an account has. */
export const balance = z
  .object({
    balance: credits('The sum of the ledger'),
    committed: credits('What work that was started, and not charged yet, is expected to cost'),
    available: credits('What is left for new work'),
    notional: z.boolean().describe('Whether the credits are notional: nobody is billed for them'),
  })
  .meta({ id: 'Balance' });

/** One movement of credits. Entries are never changed. */
export const ledgerEntry = z
  .object({
    entry_id: uuid(),
    created_at: unixMs(),
    kind: z.enum(entryKinds),
    operation: z.string().describe('What it is for, as the rate card calls it'),
    resource: z.string().optional().describe('ID of the resource that it is for'),
    reason: z.string(),
    amount: credits('Negative for a charge'),
  })
  .meta({ id: 'LedgerEntry' });

/** The price of an operation. */
export const rate = z
  .object({
    operation: z.string(),
    unit: z.string().describe('What is counted'),
    credits: credits('Price of a unit'),
    about: z.string(),
  })
  .meta({ id: 'Rate' });

/** What work would cost if it were started now. */
export const estimate = z
  .object({
    cost: credits('What new runs would cost'),
    runs: z.int().describe('New runs'),
    reused: z.int().describe('Files with an earlier run that is used again for free'),
    unknown_length: z
      .int()
      .describe('New runs over files that are not processed yet; each counts as one minute'),
    balance: credits('The balance'),
    available: credits('The balance without what was started and is not charged yet'),
    sufficient: z.boolean().describe('Whether the account can pay for it'),
  })
  .meta({ id: 'Estimate' });

/** `cost_limit` of an operation that starts work. */
export const costLimit = () =>
  z
    .number()
    .min(0)
    .optional()
    .describe(
      'Refuse with 402, and start nothing, if it would cost more credits. An addition of this service',
    );

export type Balance = z.output<typeof balance>;
export type LedgerEntry = z.output<typeof ledgerEntry>;
export type Estimate = z.output<typeof estimate>;
