/**
 * What breaks the clients of a released openapi.json. A request that was accepted must be accepted still, and an answer must
 * be one that the old document allows; fields that were added to answers are passed over, as clients must.
 */
type Json = Readonly<Record<string, unknown>>;

export interface Described {
  readonly paths: Json;
  readonly components: Json;
}

/** What one schema allows must be allowed by another: of the old document in requests, of the new one in answers. */
interface Side {
  readonly inner: Described;
  readonly outer: Described;
  readonly isAnswer: boolean;
  /** Pairs of references that are being compared: schemas may contain themselves. */
  readonly open: ReadonlySet<string>;
}

const at = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head'];

/** @returns one line for each change that breaks a client: where, and what */
export function breaking(old: Described, now: Described): string[] {
  return Object.entries(old.paths).flatMap(([path, item]) => {
    const there = now.paths[path];
    if (there === undefined) return [`${path}: the path was removed`];
    return METHODS.filter((method) => at(item)[method]).flatMap((method) => {
      const where = `${method.toUpperCase()} ${path}`;
      if (!at(there)[method]) return [`${where}: the method was removed`];
      return operation(old, now, at(at(item)[method]), at(at(there)[method]), where);
    });
  });
}

function operation(old: Described, now: Described, was: Json, is: Json, where: string): string[] {
  const request: Side = { inner: old, outer: now, isAnswer: false, open: new Set() };
  const answer: Side = { inner: now, outer: old, isAnswer: true, open: new Set() };
  const opened = Array.isArray(was.security) && was.security.length === 0;
  return [
    ...(opened && list(is.security).length !== 0 ? [`${where}: a token is needed now`] : []),
    ...(opened && is.security === undefined ? [`${where}: a token is needed now`] : []),
    ...parameters(request, list(was.parameters).map(at), list(is.parameters).map(at), where),
    ...body(request, at(was.requestBody), at(is.requestBody), `${where} request`),
    ...answers(answer, at(was.responses), at(is.responses), where),
  ];
}

function parameters(side: Side, was: readonly Json[], is: readonly Json[], where: string): string[] {
  const key = (one: Json) => `${one.in} parameter ${one.name}`;
  const before = new Map(was.map((one) => [key(one), one]));
  const now = new Map(is.map((one) => [key(one), one]));
  const removed = [...before.keys()].filter((name) => !now.has(name));
  return [
    ...removed.map((name) => `${where} ${name}: was removed`),
    ...[...now].flatMap(([name, one]) => {
      const earlier = before.get(name);
      if (one.required === true && earlier?.required !== true) return [`${where} ${name}: is required now`];
      return earlier ? fits(side, at(earlier.schema), at(one.schema), `${where} ${name}`) : [];
    }),
  ];
}

function body(side: Side, was: Json, is: Json, where: string): string[] {
  if (is.required === true && was.required !== true) return [`${where}: a body is required now`];
  return contents(side, at(was.content), at(is.content), where);
}

function answers(side: Side, was: Json, is: Json, where: string): string[] {
  return Object.entries(was).flatMap(([status, one]) => {
    const there = is[status];
    // An error that no longer happens breaks nobody.
    if (there === undefined)
      return Number(status) < 400 ? [`${where} ${status}: the answer was removed`] : [];
    const headers = Object.keys(at(at(one).headers)).filter((name) => !(name in at(at(there).headers)));
    return [
      ...headers.map((name) => `${where} ${status}: the header ${name} was removed`),
      ...contents(side, at(at(one).content), at(at(there).content), `${where} ${status}`),
    ];
  });
}

function contents(side: Side, was: Json, is: Json, where: string): string[] {
  return Object.entries(was).flatMap(([type, one]) => {
    if (!(type in is)) return [`${where}: ${type} was removed`];
    const [old, now] = [at(at(one).schema), at(at(is[type]).schema)];
    return side.isAnswer ? fits(side, now, old, where) : fits(side, old, now, where);
  });
}

/** What the inner schema allows and the outer one does not. */
function fits(given: Side, innerGiven: Json, outerGiven: Json, where: string): string[] {
  const pair = `${innerGiven.$ref} ${outerGiven.$ref}`;
  if (given.open.has(pair)) return [];
  const isNamed = innerGiven.$ref !== undefined && outerGiven.$ref !== undefined;
  const side = isNamed ? { ...given, open: new Set([...given.open, pair]) } : given;
  const inner = resolved(side.inner, innerGiven);
  const outer = resolved(side.outer, outerGiven);
  const [wide, narrow] = [variants(outer), variants(inner)];
  if (wide.length > 1 || narrow.length > 1)
    return narrow.flatMap((one) => {
      const tried = wide.map((other) => fits(side, one, other, where));
      // Of several, the one that comes closest says what is wrong.
      return tried.sort((a, b) => a.length - b.length)[0] ?? [];
    });
  return [
    ...values(side, inner, outer, where),
    ...bounds(inner, outer, where),
    ...parts(side, inner, outer, where),
  ];
}

function resolved(document: Described, schema: Json): Json {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref))?.[1];
  return name === undefined ? schema : at(at(document.components.schemas)[name]);
}

const variants = (schema: Json): readonly Json[] => {
  const named = [...list(schema.anyOf), ...list(schema.oneOf)].map(at);
  return named.length > 0 ? named : [schema];
};

const allowed = (schema: Json) =>
  'const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined);

const typesOf = ({ type }: Json) => (Array.isArray(type) ? list(type) : type === undefined ? [] : [type]);

function values({ isAnswer }: Side, inner: Json, outer: Json, where: string): string[] {
  const verb = isAnswer ? 'may be in an answer now' : 'is refused now';
  const types = typesOf(outer);
  const wanted = typesOf(inner);
  const known = (type: unknown) => types.includes(type) || (type === 'integer' && types.includes('number'));
  const [some, all] = [allowed(inner), allowed(outer)];
  if (types.length > 0 && wanted.length === 0 && !some) return [`${where}: any type ${verb}`];
  const strange = types.length > 0 ? wanted.filter((type) => !known(type)) : [];
  if (strange.length > 0) return [`${where}: the type ${strange.join(', ')} ${verb}`];
  if (!all) return [];
  const added = (some ?? ['any value']).filter((value) => !some || !all.includes(value));
  return added.map((value) => `${where}: ${JSON.stringify(value)} ${verb}`);
}

const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];

function bounds(inner: Json, outer: Json, where: string): string[] {
  const of = (schema: Json, key: string, open: number) => (schema[key] as number | undefined) ?? open;
  const tighter = [
    ...LEAST.filter((key) => of(outer, key, -Infinity) > of(inner, key, -Infinity)),
    ...MOST.filter((key) => of(outer, key, Infinity) < of(inner, key, Infinity)),
    ...['pattern', 'format'].filter((key) => outer[key] !== undefined && outer[key] !== inner[key]),
  ];
  return tighter.map((key) => `${where}: ${key} ${inner[key] ?? 'none'} against ${outer[key]}`);
}

function parts(side: Side, inner: Json, outer: Json, where: string): string[] {
  const [mine, others] = [at(inner.properties), at(outer.properties)];
  const missing = list(outer.required).filter((name) => !list(inner.required).includes(name));
  const gone = Object.keys(side.isAnswer ? others : mine).filter(
    (name) => !((name as string) in (side.isAnswer ? mine : others)),
  );
  const closed =
    !side.isAnswer && outer.additionalProperties === false && inner.additionalProperties !== false;
  const isObject = inner.properties !== undefined || inner.type === 'object';
  return [
    ...missing
      .filter((name) => !gone.includes(String(name)))
      .map((name) => `${where}.${name}: ${side.isAnswer ? 'may be missing now' : 'is required now'}`),
    ...gone.map((name) => `${where}.${name}: was removed`),
    ...(closed && isObject ? [`${where}: other fields are refused now`] : []),
    ...Object.keys(mine)
      .filter((name) => name in others)
      .flatMap((name) => fits(side, at(mine[name]), at(others[name]), `${where}.${name}`)),
    ...(inner.items && outer.items ? fits(side, at(inner.items), at(outer.items), `${where}[]`) : []),
    ...(typeof inner.additionalProperties === 'object' && typeof outer.additionalProperties === 'object'
      ? fits(side, at(inner.additionalProperties), at(outer.additionalProperties), `${where}{}`)
      : []),
  ];
}
