import * as z from 'zod';
import { operation } from '../operation.ts';
import { balance, ledgerEntry, rate } from '../resources/billing.ts';
import { cursorPage } from '../resources/finding/moment.ts';
import { pageLimit } from '../values/scalars.ts';
import { nothing } from './params.ts';

/** What an account has, and what it was charged for. Additions of this service. */
export const billingOperations = {
  'billing.balance': operation({
    id: 'billing.balance',
    method: 'GET',
    path: '/billing',
    documented: false,
    summary: 'Show the balance of the account',
    params: nothing,
    query: nothing,
    answer: balance,
    status: 200,
    errors: [],
  }),
  'billing.ledger': operation({
    id: 'billing.ledger',
    method: 'GET',
    path: '/billing/ledger',
    documented: false,
    summary: 'List what the account was charged, refunded and given',
    params: nothing,
    query: z.object({
      limit: pageLimit(),
      cursor: z.string().optional().describe('next_cursor of the previous page'),
      resource: z.string().optional().describe('Only entries for this resource'),
    }),
    answer: cursorPage('entries', ledgerEntry),
    status: 200,
    errors: [400],
  }),
  'billing.rates': operation({
    id: 'billing.rates',
    method: 'GET',
    path: '/billing/rates',
    documented: false,
    summary: 'List what operations cost; all others are free',
    params: nothing,
    query: nothing,
    answer: z.object({ rates: z.array(rate) }),
    status: 200,
    errors: [],
  }),
};
