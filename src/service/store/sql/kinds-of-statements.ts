import type { CompiledQuery } from 'kysely';

/** SQL by hand that only reads, or says how a transaction goes on. */
const HARMLESS =
  /^\s*(?:select|pragma|explain|values|begin|commit|rollback|savepoint|release|with\b(?![\s\S]*\b(?:insert|update|delete)\b))/i;

const CHANGES_ROWS = /^\s*(?:insert|update|delete|replace|with)\b/i;

/** Whether a statement may change the store. */
export function isWrite({ query: { kind }, sql }: CompiledQuery): boolean {
  return kind !== 'SelectQueryNode' && !HARMLESS.test(sql);
}

/** Whether a write should have a transaction. Statements such as VACUUM cannot. */
export function needsTransaction({ sql }: CompiledQuery): boolean {
  return CHANGES_ROWS.test(sql);
}
