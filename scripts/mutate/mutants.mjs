import { parseAst } from 'vitest/node';

/**
 * The mutants of a source file, and the file with all of them in it: each place asks `globalThis.vauMutant` whether its change
 * is the one to make, so that the file is transformed once for all of them.
 */

const BOUNDARY = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const COMPARISONS = new Set(['<', '<=', '>', '>=', '==', '!=', '===', '!==', 'instanceof', 'in']);
const ARITHMETIC = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' };
const ASSIGNED = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '??=': '=', '||=': '=', '&&=': '=' };
/** Calls in a chain that narrow or order what comes from before them. */
const NARROWING = new Set(
  'where filter slice trim sort reverse orderBy limit toLowerCase forUpdate skipLocked'.split(' '),
);
const REMOVED = new Set(['CallExpression', 'AssignmentExpression', 'UpdateExpression', 'AwaitExpression']);

/**
 * @param file its path below the project, which begins the ids
 * @param text its TypeScript
 * @returns its mutants in the order of the file, and its text with all of them
 */
export function mutate(file, text) {
  const places = placesOf(parsed(file, text).body, text);
  const mutants = [];
  const lines = text.split('\n');
  for (const { start, end, changes } of places)
    for (const change of changes) {
      const line = text.slice(0, start).split('\n').length;
      const brief = { from: short(text.slice(start, end)), to: short(change) };
      const code = lines[line - 1].trim();
      mutants.push({ id: `${file}#${mutants.length}`, file, line, code, ...brief });
    }
  let next = 0;
  const numbered = places.map((place) => ({ ...place, ids: place.changes.map(() => `${file}#${next++}`) }));
  const all = `const __m = (id) => globalThis.vauMutant?.(id) ?? false;${written(0, text.length, numbered, text)}`;
  parsed(file, all);
  return { mutants, text: all };
}

function parsed(file, text) {
  try {
    return parseAst(text, { lang: 'ts', preserveParens: false });
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${cause.message}`, { cause });
  }
}

const short = (text) => text.replace(/\s+/g, ' ').trim();

/** The text from `start` to `end` with the places in it; they come in order, outer ones first. */
function written(start, end, places, text) {
  let out = '';
  let at = start;
  while (places.length > 0) {
    const [place, ...rest] = places;
    const inner = rest.filter((one) => one.start < place.end);
    const original = written(place.start, place.end, inner, text);
    out += text.slice(at, place.start) + switched(place, original);
    at = place.end;
    places = rest.slice(inner.length);
  }
  return out + text.slice(at, end);
}

function switched({ statement, changes, ids }, original) {
  if (statement) return `{if(!__m("${ids[0]}")){${original}\n}}`;
  return `(${changes.map((change, at) => `__m("${ids[at]}")?(${change}):`).join('')}(${original}))`;
}

/** Where something can be changed, and into what. */
function placesOf(body, text) {
  const places = new Map();
  const of = (node) => text.slice(node.start, node.end);
  const add = (node, change, statement = false) => {
    const key = `${node.start} ${node.end} ${statement}`;
    const place = places.get(key) ?? { start: node.start, end: node.end, statement, changes: [] };
    if (!place.changes.includes(change) && change !== of(node)) place.changes.push(change);
    if (place.changes.length > 0) places.set(key, place);
  };
  const both = (node, operator) => `(${of(node.left)}) ${operator} (${of(node.right)})`;

  /** What decides: each part of a condition is once true and once false. */
  const condition = (node) => {
    if (node.type === 'LogicalExpression' && node.operator !== '??') {
      add(node, both(node, node.operator === '&&' ? '||' : '&&'));
      condition(node.left);
      condition(node.right);
    } else if (node.type === 'UnaryExpression' && node.operator === '!') condition(node.argument);
    else if (node.type !== 'Literal') for (const value of ['true', 'false']) add(node, value);
  };

  const result = (node) => {
    const decides =
      ['LogicalExpression', 'ConditionalExpression', 'Literal'].includes(node.type) ||
      (node.type === 'BinaryExpression' && COMPARISONS.has(node.operator)) ||
      (node.type === 'UnaryExpression' && node.operator === '!');
    if (node.type === 'UnaryExpression' && node.operator === '!') condition(node);
    else if (!decides) add(node, 'undefined');
  };

  const visit = {
    IfStatement: ({ test }) => condition(test),
    ConditionalExpression: ({ test }) => condition(test),
    // An endless loop tells nothing.
    WhileStatement: ({ test }) => add(test, 'false'),
    ForStatement: ({ test }) => test && add(test, 'false'),
    LogicalExpression: (node) => {
      if (node.operator === '??') for (const side of [node.left, node.right]) add(node, of(side));
      else add(node, both(node, node.operator === '&&' ? '||' : '&&'));
    },
    BinaryExpression: (node) => {
      if (COMPARISONS.has(node.operator)) condition(node);
      if (node.operator in BOUNDARY) add(node, both(node, BOUNDARY[node.operator]));
      if (node.operator in ARITHMETIC && !isText(node)) add(node, both(node, ARITHMETIC[node.operator]));
    },
    UnaryExpression: (node) => {
      if (node.operator === '-') add(node, of(node.argument));
      if (node.operator === '!') add(node, of(node.argument));
    },
    Literal: (node) => typeof node.value === 'boolean' && add(node, String(!node.value)),
    AssignmentExpression: (node) => {
      const other = ASSIGNED[node.operator];
      if (other) add(node, `${of(node.left)} ${other} ${of(node.right)}`);
    },
    UpdateExpression: (node) =>
      add(
        node,
        of(node).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')),
      ),
    ExpressionStatement: (node) => {
      if (!node.directive && REMOVED.has(node.expression.type)) add(node, '', true);
    },
    ThrowStatement: (node) => add(node, '', true),
    ReturnStatement: (node) => (node.argument ? result(node.argument) : add(node, '', true)),
    ArrowFunctionExpression: ({ body: inner }) => inner.type !== 'BlockStatement' && result(inner),
    CallExpression: ({ callee, start, end }, optional) => {
      if (callee.type === 'MemberExpression' && !optional && NARROWING.has(callee.property.name))
        add({ start, end }, of(callee.object));
    },
  };

  const walk = (node, optional) => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one, optional);
      return;
    }
    if (!node || typeof node.type !== 'string' || node.type === 'ImportDeclaration') return;
    if (node.type.startsWith('TS')) return node.expression?.type && walk(node.expression, optional);
    // A link of an optional chain cannot be put in parentheses.
    const within =
      node.type === 'ChainExpression' || (optional && /^(Call|Member)Expression$/.test(node.type));
    visit[node.type]?.(node, within);
    for (const [key, value] of Object.entries(node))
      if (value && typeof value === 'object' && (key !== 'key' || node.computed))
        walk(value, within && (key === 'expression' || key === 'callee' || key === 'object'));
  };
  walk(body, false);
  return [...places.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || Number(b.statement) - Number(a.statement),
  );
}

/** Whether it joins texts. */
function isText(node) {
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'BinaryExpression')
    return node.operator === '+' && (isText(node.left) || isText(node.right));
  return node.type === 'Literal' && typeof node.value === 'string';
}
