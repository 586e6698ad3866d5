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

/** `{name: value}`, or nothing if there is no value: the API leaves out missing values. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | null | undefined,
): { [key in Name]?: Value } {
  return (value === null || value === undefined ? {} : { [name]: value }) as { [key in Name]?: Value };
}

type Shown<Row, Name extends keyof Row> = {
  [Key in Name as null extends Row[Key] ? never : Key]: Row[Key];
} & { [Key in Name as null extends Row[Key] ? Key : never]?: NonNullable<Row[Key]> };

/** The named columns of a row as the API returns them, without missing values. */
export function columnsOf<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Shown<Row, Name> {
  const present = names.filter((name) => row[name] !== null && row[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, row[name]])) as Shown<Row, Name>;
}
