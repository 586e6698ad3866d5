/** Ways to request JSON, the most reliable first. The last one relies on the question alone. */
const FORMATS: readonly ((name: string, schema: object) => object)[] = [
  (name, schema) => ({
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
  }),
  (_, schema) => ({ response_format: { type: 'json_object', schema } }),
  () => ({ response_format: { type: 'json_object' } }),
  () => ({}),
];

/** What an endpoint supports. */
export interface Dialect {
  /** Which format of JSON. */
  readonly format: number;
  /** False if the model takes no temperature but its own, as some that reason. */
  readonly temperature: boolean;
}

const FULL: Dialect = { format: 0, temperature: true };

/** Endpoints remembered at most; more than anybody configures. */
const MOST = 100;

/** What worked, by address and model. It is kept for the life of the process: each job has a session of its own. */
const known = new Map<string, Dialect>();

export const dialects = {
  of: (address: string, model: string): Dialect => known.get(`${model} ${address}`) ?? FULL,

  /** Remembers what an endpoint responded to. */
  keep: (address: string, model: string, dialect: Dialect): void => {
    if (known.size >= MOST) known.clear();
    known.set(`${model} ${address}`, dialect);
  },
};

/** The fields of a request in a dialect. */
export function fieldsOf(dialect: Dialect, name: string, schema: object, temperature: number): object {
  return { ...(dialect.temperature && { temperature }), ...FORMATS[dialect.format]?.(name, schema) };
}

/**
 * The next dialect to try after a response that refuses the request itself (400 or 422); undefined if there is none.
 * @param body the response, which may name the field
 */
export function simpler(dialect: Dialect, body: string): Dialect | undefined {
  if (dialect.temperature && /temperature/i.test(body)) return { ...dialect, temperature: false };
  return dialect.format + 1 < FORMATS.length ? { ...dialect, format: dialect.format + 1 } : undefined;
}
