/** `vau service account` and `vau service token`. */
import type { Scope } from '../../contract/index.ts';
import { LocalError, MissingError, UsageError } from '../errors/errors.ts';
import { column } from '../model/columns.ts';
import { defined, type Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';
import { type Accounts, loadService, type Token } from './opening/door.ts';
import { checkStore, folderRefusal, type Where, whereOf } from './opening/refusals.ts';
import { dataFolderOf } from './service/serve.ts';

/** What to do with accounts. */
export type AccountWish = Where &
  (
    | { readonly action: 'list' }
    | { readonly action: 'create'; readonly name: string; readonly credits?: number }
    | { readonly action: 'revoke'; readonly name: string }
  );

/** What to do with tokens. */
export type TokenWish = Where &
  (
    | { readonly action: 'list' }
    | { readonly action: 'create'; readonly name: string; readonly account: string; readonly scope: Scope }
    | { readonly action: 'revoke'; readonly name: string }
  );

/** The account of the person who runs the service. */
export const LOCAL = 'local';

/** The most credits that an account can have. */
const MOST_CREDITS = 9_000_000_000;

/** Refuses a missing and a surplus name, and credits that no account can have. */
export function checkedAccounts(
  given: Where & { action: AccountWish['action']; name?: string | undefined; credits?: number | undefined },
): AccountWish {
  const { action, credits } = given;
  checkStore(given.store);
  if (credits !== undefined && action !== 'create')
    throw new UsageError(`--credits belongs to vau service account create, not to ${action}`);
  if (credits !== undefined && !(credits >= 0 && credits <= MOST_CREDITS))
    throw new UsageError(`--credits must be from 0 to ${MOST_CREDITS} (got ${credits})`);
  return { ...given, name: named('account', given, ['create', 'revoke']) } as AccountWish;
}

/** Refuses a missing and a surplus name, and flags of another action. */
export function checkedTokens(
  given: Where & {
    action: TokenWish['action'];
    name?: string | undefined;
    account?: string | undefined;
    scope?: Scope | undefined;
  },
): TokenWish {
  const { action, account, scope } = given;
  checkStore(given.store);
  if (action !== 'create' && (account ?? scope) !== undefined)
    throw new UsageError(`--account and --scope belong to vau service token create, not to ${action}`);
  const name = named('token', given, ['create', 'revoke']);
  return { ...given, name, account: account ?? LOCAL, scope: scope ?? 'admin' } as TokenWish;
}

function named(
  what: string,
  { action, name }: { action: string; name?: string | undefined },
  takes: readonly string[],
): string | undefined {
  const message = `Usage: vau service ${what} ${action}${takes.includes(action) ? ' NAME' : ''}`;
  if (!takes.includes(action)) {
    if (name !== undefined) throw new UsageError(message);
    return undefined;
  }
  if (name === undefined) throw new MissingError(['name'], message);
  if (clean(name) !== name || name.trim() === '' || name.length > 100)
    throw new UsageError('A name has 1 to 100 characters, without control characters');
  return name;
}

/** Lists the accounts, creates one, or revokes the tokens of one. */
export function accountAction(session: Session, wish: AccountWish): Promise<Result> {
  return withAccounts(session, wish, async (accounts) => {
    if (wish.action === 'list') {
      const rows = await accounts.list();
      return {
        value: { accounts: rows },
        rows,
        columns: [column('id'), column('name'), column('created_at', 'time')],
      };
    }
    if (wish.action === 'revoke') return allRevoked(session, accounts, wish.name);
    const id = await accounts.create(wish.name, wish.credits);
    if (id === undefined) throw new UsageError(`There is an account ${wish.name} already`);
    session.note(`Now create a token for it: vau service token create NAME --account ${wish.name}`);
    return { value: { id, name: wish.name }, text: id };
  });
}

/** Lists the tokens, creates or revokes one. */
export function tokenAction(session: Session, wish: TokenWish): Promise<Result> {
  return withAccounts(session, wish, (accounts) => {
    if (wish.action === 'list') return listed(accounts);
    return wish.action === 'create'
      ? created(session, accounts, wish)
      : revoked(session, accounts, wish.name);
  });
}

async function listed(accounts: Accounts): Promise<Result> {
  const tokens = await accounts.tokens();
  const times = (['created_at', 'last_used_at', 'revoked_at'] as const).map((name) => column(name, 'time'));
  const columns = [
    column('id'),
    column('name'),
    column('account'),
    column('scope'),
    column('hint'),
    ...times,
  ];
  return { value: { tokens }, rows: tokens, columns };
}

async function created(
  session: Session,
  accounts: Accounts,
  { name, account, scope }: Extract<TokenWish, { action: 'create' }>,
): Promise<Result> {
  const owner = await accountNamed(accounts, account);
  const { id, token } = await accounts.issue(owner.id, name, scope);
  session.note('The token is shown only now. Keep it where others cannot read it.');
  return { value: { id, name, account, scope, token }, text: token };
}

/** The account with a name. @throws UsageError that lists the names there are */
export async function accountNamed(accounts: Accounts, name: string) {
  const all = await accounts.list();
  const owner = all.find((one) => one.name === name);
  if (owner) return owner;
  const names = all.map((one) => one.name).join(', ');
  throw new UsageError(`There is no account ${name}; choose one of ${names}`, {
    next: 'vau service account create NAME',
  });
}

async function revoked(session: Session, accounts: Accounts, name: string): Promise<Result> {
  const token = theToken(await accounts.tokens(), name);
  if ((await accounts.revoke(token.account_id, [token])) === 0)
    session.note(`The token ${token.name} was revoked before.`);
  return { value: { id: token.id, name: token.name, revoked: true }, text: '' };
}

/** Revokes every token of an account: nobody can sign in to it until it gets a new one. */
async function allRevoked(session: Session, accounts: Accounts, name: string): Promise<Result> {
  const { id } = await accountNamed(accounts, name);
  const inUse = (await accounts.tokens()).filter((one) => one.account_id === id && one.revoked_at === null);
  await accounts.revoke(id, inUse);
  session.note(
    inUse.length === 0
      ? `The account ${name} has no token in use.`
      : `Its files and shares stay. A new token opens the account again: vau service token create NAME --account ${name}`,
  );
  return { value: { id, name, revoked: inUse.map((token) => token.id) }, text: '' };
}

/** The token with an ID, else the only one in use with a name. */
function theToken(tokens: readonly Token[], name: string): Token {
  const byId = tokens.find(({ id }) => id === name);
  if (byId) return byId;
  const inUse = tokens.filter((one) => one.name === name && one.revoked_at === null);
  const [token] = inUse;
  if (!token) throw new LocalError(`There is no token ${name} in use`, { next: 'vau service token list' });
  if (inUse.length > 1)
    throw new UsageError(
      `${inUse.length} tokens are called ${name}; give the ID of one: ${inUse.map(({ id }) => id).join(', ')}`,
    );
  return token;
}

/** Opens the accounts of a service for as long as `use` takes. */
export async function withAccounts(
  session: Session,
  given: Where,
  use: (accounts: Accounts) => Promise<Result>,
): Promise<Result> {
  const { openAccounts } = await loadService();
  const { store, dataDir } = whereOf(given, session.env);
  const accounts = await openAccounts({
    dataDir: dataFolderOf({ dataDir }, session.env),
    ...defined({ store }),
  }).catch((error: unknown) => {
    throw folderRefusal(error, { dataDir, store });
  });
  try {
    return await use(accounts);
  } finally {
    await accounts.close();
  }
}
