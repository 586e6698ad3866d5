/**
 * Metrics. Parts of the service and its workers record by name and labels (definitions.ts); a registry adds them up,
 * and Prometheus' text format goes out.
 */

import { definitionOf, type LabelsOf, type MetricName, metrics, type RecordedName } from './definitions.ts';

/** The content type of Prometheus' text format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Samples in Prometheus' text format, in the order of the definitions. A metric without samples is left out. */
export function metricsText(samples: readonly Sample[]): string {
  const names = Object.keys(metrics) as MetricName[];
  return names
    .map((name) => [name, samples.filter((sample) => sample.name === name)] as const)
    .filter(([, found]) => found.length > 0)
    .map(([name, found]) => `${headOf(name)}${found.map(lineOf).join('')}`)
    .join('');
}

function headOf(name: MetricName): string {
  const { help, type } = definitionOf(name);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function lineOf({ name, suffix = '', labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** Where parts of the service record what they do. */
export interface Metrics {
  /**
   * Adds `value` to a counter, or notes it in a histogram.
   * @param value at least 0; of histograms, in seconds
   */
  record<Name extends RecordedName>(name: Name, labels: LabelsOf<Name>, value: number): void;
}

/** What was recorded, as data: a worker process sends it to the service. */
export interface Recorded {
  readonly name: RecordedName;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One line of a metric: its labels and its value. */
export interface Sample {
  readonly name: MetricName;
  /** Follows the name: `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of a service, with what its workers sent. */
export interface Registry extends Metrics {
  /** Takes what a worker recorded. */
  add(recorded: Recorded): void;
  /** All that was recorded so far, by metric. */
  samples(): Sample[];
}

/** Metrics that go elsewhere, such as from a worker process to the service. */
export function metricsTo(send: (recorded: Recorded) => void): Metrics {
  return { record: (name, labels, value) => send({ name, labels, value }) };
}

/** A metric with more combinations of labels takes no new ones: a mistake must not fill the memory. */
const MOST_SERIES = 1_000;

/** One combination of labels. `counts` is one number for each bucket of a histogram. */
interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly counts: number[];
  count: number;
  sum: number;
}

/**
 * All combinations that begin with the same labels. Every request finds its own this way: one text of all labels, made to
 * be looked up, would cost more than everything else here.
 */
interface Branch {
  readonly next: Map<string, Branch>;
  series?: Series;
}

/** What was recorded of a metric. */
interface Recording {
  readonly labels: readonly string[];
  readonly buckets: readonly number[];
  readonly root: Branch;
  readonly series: Series[];
}

/** An empty registry. Recording takes less than a microsecond: every request records. */
export function makeRegistry(): Registry {
  const all = new Map<RecordedName, Recording>();
  const record = (name: RecordedName, labels: Recorded['labels'], value: number) => {
    const recording = recordingOf(all, name);
    const found = seriesOf(recording, labels);
    if (!found || !(value >= 0)) return;
    found.count += 1;
    found.sum += value;
    const at = recording.buckets.findIndex((bound) => value <= bound);
    if (at >= 0) found.counts[at] = (found.counts[at] ?? 0) + 1;
  };
  return {
    add: ({ name, labels, value }) => record(name, labels, value),
    record,
    samples: () => [...all].flatMap(([name, { series }]) => series.flatMap((one) => linesOf(name, one))),
  };
}

function recordingOf(all: Map<RecordedName, Recording>, name: RecordedName): Recording {
  const known = all.get(name);
  if (known) return known;
  const { labels, buckets = [] } = definitionOf(name);
  const made: Recording = { labels, buckets, root: { next: new Map() }, series: [] };
  all.set(name, made);
  return made;
}

function seriesOf(recording: Recording, labels: Recorded['labels']): Series | undefined {
  let branch: Branch | undefined = recording.root;
  for (const name of recording.labels) branch = branch?.next.get(String(labels[name]));
  return branch?.series ?? addSeries(recording, labels);
}

function addSeries({ labels: names, buckets, root, series }: Recording, labels: Recorded['labels']) {
  if (series.length >= MOST_SERIES) return undefined;
  let branch = root;
  for (const name of names) {
    const value = String(labels[name]);
    const next: Branch = branch.next.get(value) ?? { next: new Map() };
    branch.next.set(value, next);
    branch = next;
  }
  branch.series = { labels, counts: buckets.map(() => 0), count: 0, sum: 0 };
  series.push(branch.series);
  return branch.series;
}

function linesOf(name: RecordedName, { labels, counts, count, sum }: Series): Sample[] {
  const { buckets } = definitionOf(name);
  if (!buckets) return [{ name, labels, value: sum }];
  let below = 0;
  const lines = buckets.map((bound, at) => {
    below += counts[at] ?? 0;
    return { name, suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below };
  });
  return [
    ...lines,
    { name, suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { name, suffix: '_sum', labels, value: sum },
    { name, suffix: '_count', labels, value: count },
  ];
}
