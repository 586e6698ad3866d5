import { access } from 'node:fs/promises';
import type { Scope } from '../../../contract/index.ts';
import { createAccount, listAccounts } from '../../accounts/accounts.ts';
import { type AccountBalance, balances, newestEntries, topUp } from '../../accounts/billing.ts';
import { rateCard } from '../../accounts/rates.ts';
import { revokeTokens } from '../../accounts/remembered-tokens.ts';
import { createToken, type IssuedToken, listAllTokens } from '../../accounts/tokens.ts';
import { type ServiceConfig, serviceConfig } from '../../context/config.ts';
import { FolderRefused, ownFilesOnly } from '../../store/data-folder.ts';
import { openStore, storePath } from '../../store/open-store.ts';
import { isUniqueViolation, StoreRefused } from '../../store/sql/errors.ts';

export type Account = Awaited<ReturnType<typeof listAccounts>>[number];
export type Token = Awaited<ReturnType<typeof listAllTokens>>[number];

/** The accounts of a data folder and their tokens. */
export interface Accounts {
  /** Every account, by name. */
  list(): Promise<Account[]>;
  /** Creates an account. @param credits its opening balance @returns its id; undefined if the name is taken */
  create(name: string, credits?: number): Promise<string | undefined>;
  /** Every account with its balance and the sum of its ledger, by name. */
  balances(): Promise<AccountBalance[]>;
  /** Adds credits to an account. @returns the entry's id @throws RangeError beyond the most it can hold */
  topUp(accountId: string, credits: number, reason: string): Promise<string>;
  /** The newest entries of an account's ledger. */
  entries(accountId: string, limit: number): ReturnType<typeof newestEntries>;
  /** What operations cost. */
  rates(): ReturnType<typeof rateCard>;
  /** The tokens of all accounts, without their secrets, the oldest first. */
  tokens(): Promise<Token[]>;
  /** Issues a token of an account. @returns its secret, which is shown only now */
  issue(accountId: string, name: string, scope: Scope): Promise<IssuedToken>;
  /**
   * Revokes tokens of an account. When it returns, no machine accepts them any more. @returns how many of them were in use
   */
  revoke(accountId: string, tokens: readonly Token[]): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens the accounts of a store in which a service has started before; one may run on it meanwhile.
 * @param given the data folder, and the address of a store that is not in it
 * @throws FolderRefused; StoreRefused if the database is newer than this program, damaged, cannot be reached, or is that of
 * no service
 */
export async function openAccounts(given: Pick<ServiceConfig, 'dataDir' | 'store'>): Promise<Accounts> {
  ownFilesOnly();
  const { dataDir, store } = serviceConfig(given);
  if (store === undefined)
    await access(storePath(dataDir)).catch(() => {
      throw new FolderRefused(`data folder ${dataDir} has no database: no service has started on it yet`);
    });
  else await requireStarted(store);
  const { db, close } = await openStore(store ?? dataDir);
  return {
    list: () => listAccounts(db),
    create: (name, credits) =>
      createAccount(db, name, credits).catch((error: unknown) => {
        if (isUniqueViolation(error)) return undefined;
        throw error;
      }),
    balances: () => balances(db),
    topUp: (accountId, credits, reason) => topUp(db, accountId, credits, reason),
    entries: (accountId, limit) => newestEntries(db, accountId, limit),
    rates: rateCard,
    tokens: () => listAllTokens(db),
    issue: (accountId, name, scope) => createToken(db, accountId, name, Date.now(), scope),
    revoke: (accountId, tokens) =>
      revokeTokens(
        db,
        accountId,
        tokens.map(({ id }) => id),
        Date.now(),
      ),
    close,
  };
}

/** Opening a store on a server would make its tables. @throws StoreRefused if no service has started on it */
async function requireStarted(store: string): Promise<void> {
  // Loaded here, so that a store in a file does not pay for it.
  const { lookAtServer } = await import('../../store/postgres/inspect.ts');
  if ((await lookAtServer(store))?.storeId === undefined)
    throw new StoreRefused('no service has started with this store yet: check --store');
}
