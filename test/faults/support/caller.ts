import { createAccount } from '../../../src/service/accounts/accounts.ts';
import { createToken } from '../../../src/service/accounts/tokens.ts';
import type { Store } from '../../../src/service/store/open-store.ts';

/** Sends JSON or a form, signed in, and returns the JSON of the response. @throws if it is an error */
export type Caller = (
  method: string,
  where: string,
  body?: FormData | object,
) => Promise<Record<string, string>>;

/** Makes an account, for requests to the service of that moment. */
export async function callerOf({ db }: Store, url: () => string | undefined): Promise<Caller> {
  const account = await createAccount(db, crypto.randomUUID(), 1000, Date.now());
  const { token } = await createToken(db, account, 'test', Date.now());
  return signedIn(token, url);
}

export function signedIn(token: string, url: () => string | undefined): Caller {
  return async (method, where, body) => {
    const json = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${url()}${where}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
    });
    const answered = (await answer.json()) as Record<string, string>;
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${answered.error}`);
    return answered;
  };
}
