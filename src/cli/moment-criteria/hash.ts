import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contract/canonical.ts';

/** The hash of a criterion: SHA-256 of its canonical JSON, hexadecimal. The same whatever the order of its keys. */
export const criterionHash = (criterion: unknown): string =>
  createHash('sha256').update(canonicalJson(criterion), 'utf8').digest('hex');
