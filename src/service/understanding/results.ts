import { createHash } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import { fromJson, toJson } from '../store/json.ts';
import type { KeptPieces, MadeBy } from './port.ts';

/** What names a result: the content, and everything that decides what is perceived in it. */
export interface ResultKey {
  readonly content_hash: string;
  readonly sense: string;
  readonly provider: string;
  readonly settings_hash: string;
}

/** SHA-256 of the settings, whatever the order of their names. */
export function settingsHash(settings: MadeBy['settings']): string {
  const ordered = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex');
}

/**
 * The finished pieces of a result that is not whole yet. They are rows beside the whole ones, under the sense's name
 * with `:piece` behind it, and go when the whole is stored.
 */
export function keptPieces(ctx: ServiceContext, key: ResultKey): KeptPieces & { drop(): Promise<void> } {
  const sense = `${key.sense}:piece`;
  const named = (name: string) => ({ ...key, sense, settings_hash: `${key.settings_hash} ${name}` });
  return {
    get: async (name) => {
      const row = await ctx.db
        .selectFrom('sense_results')
        .select('body')
        .where((where) => where.and(named(name)))
        .executeTakeFirst();
      return row && fromJson<unknown>(row.body);
    },
    put: async (name, piece) => {
      const row = { ...named(name), body: toJson(piece), created_at: ctx.clock() };
      await ctx.db
        .insertInto('sense_results')
        .values(row)
        .onConflict((clash) => clash.doNothing())
        .execute();
    },
    drop: async () => {
      await ctx.db
        .deleteFrom('sense_results')
        .where('content_hash', '=', key.content_hash)
        .where('sense', '=', sense)
        .where('provider', '=', key.provider)
        .where('settings_hash', 'like', `${key.settings_hash} %`)
        .execute();
    },
  };
}
