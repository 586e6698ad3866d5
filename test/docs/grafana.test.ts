import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { metrics } from '../../src/service/metrics/definitions.ts';

interface Dashboard {
  readonly panels: readonly { title: string; targets: readonly { expr: string; legendFormat: string }[] }[];
  readonly templating: { list: readonly { definition?: string }[] };
}

const file = new URL('../../docs/grafana/vau.json', import.meta.url);
const { panels, templating } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
const targets = panels.flatMap(({ targets: own }) => own);
const queries = [
  ...targets.map(({ expr }) => expr),
  ...templating.list.flatMap(({ definition }) => definition ?? []),
];

/** Names of metrics in a query, with their suffix. */
const namesIn = (query: string) => query.match(/\bvau_\w+/g) ?? [];

/** The names under which Prometheus stores a metric. */
const stored = new Set(
  Object.entries(metrics).flatMap(([name, { type }]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
  ),
);

it('every query of the dashboard names metrics that exist', () => {
  expect(queries.length).toBeGreaterThan(20);
  for (const query of queries) {
    expect(namesIn(query), query).not.toEqual([]);
    expect(
      namesIn(query).filter((name) => !stored.has(name)),
      query,
    ).toEqual([]);
  }
});

it('every label of the dashboard belongs to the metric beside it', () => {
  for (const { expr, legendFormat } of targets) {
    const own = namesIn(expr).flatMap((name) => {
      const [, definition] = Object.entries(metrics).find(([metric]) => name.startsWith(metric)) ?? [];
      return definition ? [...definition.labels] : [];
    }) as string[];
    const allowed = new Set([...own, 'instance', 'le']);
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */));
    const selected = [...expr.matchAll(/(\w+)=~?"/g)].map(([, name = '']) => name);
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    expect(
      [...grouped, ...selected, ...shown].filter((name) => !allowed.has(name)),
      expr,
    ).toEqual([]);
  }
});

it('the dashboard shows every metric', () => {
  const shown = new Set(queries.flatMap(namesIn));
  const left = Object.keys(metrics).filter((name) => ![...shown].some((one) => one.startsWith(name)));
  expect(left).toEqual([]);
});
