import { isRecord } from '../../../contract/record.ts';

/**
 * A checked body as sent: the fields known to the contract, without the contract's defaults.
 * @param sent the body before the check
 * @param checked the body after the check
 */
export function asGiven<Value>(sent: unknown, checked: Value): Value {
  if (Array.isArray(sent) && Array.isArray(checked))
    return checked.map((item, index) => asGiven(sent[index], item)) as Value;
  if (!isRecord(sent) || !isRecord(checked)) return checked;
  const kept = Object.entries(checked).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(sent, name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, asGiven(sent[name], value)])) as Value;
}
