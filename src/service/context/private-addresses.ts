import * as z from 'zod';
import { isRange, type PrivateAllowed } from '../net/ranges.ts';

/** Entries of a list, between commas. */
function entriesOf(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}

/** The setting as text: `on`, `off`, or ranges between commas. */
export const privateAddressesText = z.string().superRefine((text, check) => {
  if (text === 'on' || text === 'off') return;
  const wrong = entriesOf(text).find((entry) => !isRange(entry));
  if (wrong === undefined) return;
  const message = `must be on, off, or IP ranges between commas, such as 10.0.0.0/8,fd00::/8 (${JSON.stringify(wrong)} is not a range)`;
  check.addIssue({ code: 'custom', message });
});

/** What the setting allows. @param text a valid one; undefined if it is not set */
export function privateAddresses(text: string | undefined): PrivateAllowed {
  if (text === undefined || text === '' || text === 'off') return false;
  return text === 'on' ? true : entriesOf(text);
}
