/** `vau service billing`. */
import { LocalError, MissingError, UsageError } from '../errors/errors.ts';
import { column } from '../model/columns.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';
import { accountNamed, LOCAL, withAccounts } from './accounts.ts';
import type { Accounts } from './opening/door.ts';
import { checkStore, type Where } from './opening/refusals.ts';

export const billingActions = ['balance', 'top-up', 'ledger', 'rates'] as const;

interface Given extends Where {
  readonly action: (typeof billingActions)[number];
  readonly credits?: number | undefined;
  readonly account?: string | undefined;
  readonly reason?: string | undefined;
  readonly limit?: number | undefined;
}

const MOST_ENTRIES = 10_000;

/** Refuses a missing and a surplus amount, and flags of another action. */
export function checkedBilling(given: Given): Given {
  const { action, credits, account, reason, limit } = given;
  checkStore(given.store);
  if (action !== 'top-up' && (credits ?? reason) !== undefined)
    throw new UsageError(`An amount and --reason belong to vau service billing top-up, not to ${action}`);
  if (action !== 'ledger' && limit !== undefined)
    throw new UsageError(`--limit belongs to vau service billing ledger, not to ${action}`);
  if (account !== undefined && (action === 'balance' || action === 'rates'))
    throw new UsageError(`--account belongs to top-up and ledger, not to ${action}`);
  if (limit !== undefined && (limit < 1 || limit > MOST_ENTRIES))
    throw new UsageError(`--limit must be from 1 to ${MOST_ENTRIES}`);
  if (action === 'top-up' && credits === undefined)
    throw new MissingError(['credits'], 'Usage: vau service billing top-up CREDITS');
  if (credits !== undefined && !(credits >= 0.000001))
    throw new UsageError(`CREDITS must be 0.000001 or more (got ${credits})`);
  return given;
}

/** Shows balances, the ledger or the rate card, or adds credits to an account. */
export function billingAction(session: Session, given: Given): Promise<Result> {
  return withAccounts(session, given, async (accounts) => {
    const { action, account = LOCAL } = given;
    if (action === 'balance') return balances(accounts);
    if (action === 'rates') return rates(accounts);
    const { id } = await accountNamed(accounts, account);
    return action === 'ledger'
      ? entries(accounts, id, given.limit)
      : toppedUp(session, accounts, { id, account }, given);
  });
}

async function balances(accounts: Accounts): Promise<Result> {
  const rows = await accounts.balances();
  const columns = [
    column('account'),
    column('balance', 'number'),
    column('ledger', 'number'),
    column('entries', 'number'),
    column('notional'),
  ];
  const wrong = rows.filter(({ balance, ledger }) => balance !== ledger).map(({ account }) => account);
  const error =
    wrong.length > 0
      ? new LocalError(`The balance differs from the sum of the ledger: ${wrong.map(clean).join(', ')}`, {
          hint: 'Something else than vau changed the database. The ledger says what was charged.',
        })
      : undefined;
  return { value: { accounts: rows }, rows, columns, error };
}

async function entries(accounts: Accounts, id: string, limit = 100): Promise<Result> {
  const rows = await accounts.entries(id, limit);
  const columns = [
    column('created_at', 'time', 'time'),
    column('kind'),
    column('amount', 'number'),
    column('operation'),
    column('resource'),
    column('reason'),
  ];
  return { value: { entries: rows }, rows, columns };
}

async function rates(accounts: Accounts): Promise<Result> {
  const rows = accounts.rates();
  return {
    value: { rates: rows },
    rows,
    columns: [column('operation'), column('credits', 'number'), column('unit')],
  };
}

async function toppedUp(
  session: Session,
  accounts: Accounts,
  { id, account }: { id: string; account: string },
  { credits = 0, reason = 'top-up' }: Given,
): Promise<Result> {
  if (clean(reason) !== reason || reason.length > 200)
    throw new UsageError('--reason has at most 200 characters, without control characters');
  const entry_id = await accounts.topUp(id, credits, reason).catch((error: unknown) => {
    if (error instanceof RangeError) throw new UsageError(`Nothing was added: ${error.message}`);
    throw error;
  });
  const balance = (await accounts.balances()).find((one) => one.account === account)?.balance;
  session.note(`Account ${clean(account)} now has ${balance} credits`);
  return { value: { entry_id, account, credits, balance }, text: '' };
}
