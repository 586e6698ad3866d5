/** `{name: value}`, or nothing where there is no value: the interface leaves out what it has not. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | null | undefined,
): { [key in Name]?: Value } {
  return (value === null || value === undefined ? {} : { [name]: value }) as { [key in Name]?: Value };
}
