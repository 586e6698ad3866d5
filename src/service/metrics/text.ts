import { definitionOf, type MetricName, metrics } from './definitions.ts';
import type { Sample } from './metrics.ts';

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
