import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contract/canonical.ts';

/** The hash of a criterion: SHA-256 of its canonical JSON, in hexadecimal. The order of keys does not matter. */
export const criterionHash = (criterion: unknown): string =>
  createHash('sha256').update(canonicalJson(criterion), 'utf8').digest('hex');
