/** A validator that ajv compiled. */
export interface Validator {
  (document: unknown): boolean;
  errors?: readonly { instancePath: string; message?: string; keyword: string; params: object }[] | null;
}

/**
 * The faults of a document, those of its validator and what the validator never looked at: schemas that allow more than they
 * name miss every misspelt key.
 */
export function unknownKeys(document: unknown, validate: Validator): string[] {
  const looks: (() => string[])[] = [];
  validate(watched(document, '', looks));
  const wrong = (validate.errors ?? []).map(
    ({ instancePath, message, keyword, params }) =>
      `${instancePath} ${message ?? `${keyword} ${Object.values(params).join(' ')}`}`,
  );
  return [...wrong, ...looks.flatMap((unread) => unread())];
}

/** The same value, which notes what is read of it. */
function watched(value: unknown, path: string, looks: (() => string[])[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.entries(value).map(([key, one]) => [key, watched(one, `${path}/${key}`, looks)]);
  if (Array.isArray(value)) return inside.map(([, one]) => one);
  const read = new Set<PropertyKey>();
  looks.push(() =>
    Object.keys(value)
      .filter((key) => !read.has(key))
      .map((key) => `${path}/${key} is unknown`),
  );
  return new Proxy(Object.fromEntries(inside), {
    get: (target, key) => {
      read.add(key);
      return Reflect.get(target, key);
    },
    ownKeys: (target) => {
      for (const key of Reflect.ownKeys(target)) read.add(key);
      return Reflect.ownKeys(target);
    },
  });
}
