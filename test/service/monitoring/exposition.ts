import { expect } from 'vitest';

/** A line of Prometheus' text format. */
interface Line {
  /** Without the suffix. */
  readonly metric: string;
  readonly suffix: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/** Reads Prometheus' text format, strictly: every metric has its help and type, before its lines, which stand together. */
export function linesOf(text: string): Line[] {
  expect(text.endsWith('\n')).toBe(true);
  const types = new Map<string, string>();
  let current = '';
  return text
    .slice(0, -1)
    .split('\n')
    .flatMap((line) => {
      const [, word, name = '', rest] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
      if (word === 'HELP') {
        expect(types.has(name), `${name} comes twice`).toBe(false);
        current = name;
        return [];
      }
      if (word === 'TYPE') {
        expect(name).toBe(current);
        types.set(name, rest ?? '');
        return [];
      }
      return [sampleOf(line, current, types.get(current))];
    });
}

function sampleOf(line: string, metric: string, type: string | undefined): Line {
  const [, name = '', labels = '', value = ''] = /^([^\s{]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  expect(name, line).toMatch(NAME);
  expect(['counter', 'gauge', 'histogram'], line).toContain(type);
  const suffix = name.slice(metric.length);
  expect(metric + suffix).toBe(name);
  expect(type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''], line).toContain(suffix);
  expect(Number(value), line).toBeGreaterThanOrEqual(0);
  return { metric, suffix, labels: labelsOf(labels), value: Number(value) };
}

function labelsOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, label = '', value = ''] = LABEL.exec(text) ?? expect.fail(`these are no labels: ${text}`);
    found[label] = value.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
  }
  return found;
}

/** The value of the line with this name, suffix included, and these labels; undefined if there is none. */
export function valueIn(text: string, name: string, labels: Record<string, string>): number | undefined {
  return linesOf(text).find(
    (line) =>
      line.metric + line.suffix === name &&
      Object.entries(labels).every(([label, value]) => line.labels[label] === value),
  )?.value;
}
