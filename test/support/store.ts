import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/**
 * The store that tests use. VAU_TEST_STORE names a PostgreSQL database (postgres://...): each test then has a schema of its
 * own in it. Without it the store is SQLite in the test's folder.
 */
export function newTestStore(): { readonly store?: string; remove(): Promise<void> } {
  const server = process.env.VAU_TEST_STORE;
  if (!server) return { remove: async () => undefined };
  const schema = `test_${randomBytes(8).toString('hex')}`;
  return {
    store: `${server}?schema=${schema}`,
    remove: async () => {
      const client = new Client({ connectionString: server });
      await client.connect();
      await client.query(`drop schema if exists ${schema} cascade`);
      await client.end();
    },
  };
}
