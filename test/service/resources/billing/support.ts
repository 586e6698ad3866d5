import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Balance, Estimate, LedgerEntry } from '../../../../src/contract/index.ts';
import { createAccount } from '../../../../src/service/accounts/accounts.ts';
import { balanceMicros, charge, grant } from '../../../../src/service/accounts/ledger.ts';
import { microsOf } from '../../../../src/service/accounts/rates.ts';
import { createToken } from '../../../../src/service/accounts/tokens.ts';
import { mediaOf, type TestService } from '../../../support/service.ts';

/** The same service, called by an account of its own. */
export interface Paying extends TestService {
  readonly account: string;
}

/** The same service, called by a new account with so many credits. */
export async function withCredits(service: TestService, credits: number): Promise<Paying> {
  const { db } = service.context;
  const account = await createAccount(db, `paying ${randomUUID()}`, credits, Date.now());
  const { token } = await createToken(db, account, 'test', Date.now());
  const call: TestService['call'] = (method, where, body, headers) =>
    service.call(method, where, body, { authorization: `Bearer ${token}`, ...headers });
  const upload: TestService['upload'] = (bytes, filename, fields = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([mediaOf(bytes)]), filename);
    return call('POST', '/files', form);
  };
  return { ...service, account, token, call, upload };
}

/** Gives an account so many credits, whatever it has. */
export async function setBalance({ context, account }: Paying, credits: number): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const missing = microsOf(credits) - (await balanceMicros(trx, account));
    const entry = { id: randomUUID(), accountId: account, micros: Math.abs(missing), now: Date.now() };
    await (missing > 0 ? grant : charge)(trx, { ...entry, operation: 'billing', reason: 'for a test' });
  });
}

/** What an account is shown of its money. */
export function money(service: TestService) {
  const ask = async <Answer>(method: string, where: string, body?: object): Promise<Answer> => {
    const answer = await service.call(method, where, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as Answer;
  };
  return {
    balance: () => ask<Balance>('GET', '/billing'),
    ledger: (query = '') =>
      ask<{ entries: LedgerEntry[]; total: number; next_cursor?: string }>('GET', `/billing/ledger?${query}`),
    estimate: (collection: string, body: object) =>
      ask<Estimate>('POST', `/collections/${collection}/moment-criteria/estimate`, body),
  };
}
