import { Client } from 'pg';
import { STORE_ID } from '../store-id.ts';
import { readAddress } from './address.ts';
import { versionIn } from './migrate-server.ts';
import { refusal, settingsOf } from './open-server-store.ts';

/** What a database has of a store. */
export interface ServerLook {
  /** Missing until a service has started on it. */
  readonly storeId: string | undefined;
  readonly hasFiles: boolean;
}

/**
 * Looks into a database without changing it: opening a store makes its tables.
 * @returns undefined if it has no store
 * @throws StoreRefused if it cannot be reached, or has something else
 */
export async function lookAtServer(text: string): Promise<ServerLook | undefined> {
  const address = readAddress(text);
  const client = new Client(settingsOf(address));
  client.on('error', () => undefined);
  try {
    await client.connect();
    if ((await versionIn(client, address, 'use')) === 0) return undefined;
    const { rows } = await client.query<{ id: string | null; files: boolean }>(
      'select (select value from settings where key = $1) as id, exists (select from files) as files',
      [STORE_ID],
    );
    return { storeId: rows[0]?.id ?? undefined, hasFiles: rows[0]?.files === true };
  } catch (error) {
    throw refusal(error, address);
  } finally {
    await client.end().catch(() => undefined);
  }
}
