/**
 * Balance, ledger and prices for the account that asks. Rows of the ledger come in, amounts in credits go out; nothing
 * is charged here.
 */

import type { LedgerEntry } from '../../../contract/index.ts';
import { LOCAL } from '../../accounts/accounts.ts';
import { creditsOf, rateCard } from '../../accounts/rates.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { listOf as oneOf } from '../../store/sql/expressions.ts';
import { type CursorList, cursorPage, equal } from '../common/lists/cursor.ts';
import { inOrder } from '../common/lists/lists.ts';
import { optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import type { RowOf } from '../common/rows.ts';
import { fundsOf } from '../find-moments/committed.ts';

/** The balance and the ledger of the account that asks. */
export const billing: Resource<`billing.${'balance' | 'ledger' | 'rates'}`> = {
  handlers: {
    'billing.balance': showBalance,
    'billing.ledger': listEntries,
    'billing.rates': async () => ({ rates: rateCard() }),
  },
};

async function showBalance(ctx: RequestContext) {
  const { balance, committed, available } = await fundsOf(ctx, ctx.db, ctx.accountId);
  const account = await ctx.db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', ctx.accountId)
    .executeTakeFirstOrThrow();
  return {
    balance: creditsOf(balance),
    committed: creditsOf(committed),
    available: creditsOf(available),
    notional: account.name === LOCAL,
  };
}

/** The newest first. */
async function listEntries(ctx: RequestContext, { query }: Input<'billing.ledger'>) {
  const listed: CursorList = {
    table: 'ledger',
    where: equal({ account_id: ctx.accountId, subject: query.resource }),
    order: ['created_at', 'id'],
    descending: true,
  };
  const { keys, total, next_cursor } = await cursorPage(ctx.db, listed, query);
  const ids = keys.map(({ id }) => String(id));
  const rows = await ctx.db.selectFrom('ledger').selectAll().where('id', 'in', oneOf(ids)).execute();
  const entries = inOrder(ids, rows, ({ id }) => id).map(entryOf);
  return { entries, total, ...optional('next_cursor', next_cursor) };
}

function entryOf({
  id,
  created_at,
  kind,
  operation,
  subject,
  reason,
  amount_micros,
}: RowOf<'ledger'>): LedgerEntry {
  return {
    entry_id: id,
    created_at,
    kind,
    operation,
    ...optional('resource', subject),
    reason,
    amount: creditsOf(amount_micros),
  };
}
