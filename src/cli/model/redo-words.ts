/** The estimate of a redo, for people. */
import { clean } from '../terminal/clean.ts';
import { at } from './columns.ts';

/** @param estimate the response of redo.estimate */
export function redoInWords(estimate: unknown): string {
  const files = numberAt(estimate, 'files');
  const parts = listAt(estimate, 'modalities');
  const lines = parts.flatMap(partInWords);
  if (files === 0)
    return ['Nothing to make again: the results are by what would make them now.', ...lines].join('\n');
  const cost = numberAt(estimate, 'cost');
  const charged =
    cost > 0 ? [`Moment criteria over files with other speech may run again: at most ${cost} credits.`] : [];
  return [`${counted(files)}: ${durationOf(at(estimate, 'seconds'))}.`, ...lines, ...charged].join('\n');
}

function partInWords(part: unknown): string[] {
  const files = numberAt(part, 'files');
  const name = clean(String(at(part, 'modality')));
  const now = clean(String(at(part, 'made_by')));
  const basis = at(part, 'measured') === true ? 'measured on your media' : 'not measured on this machine yet';
  const time =
    at(part, 'seconds') === undefined ? 'time not known' : `${durationOf(at(part, 'seconds'))}, ${basis}`;
  const groups = listAt(part, 'replaces').map((group) => {
    const of = counted(numberAt(group, 'files'));
    const before = clean(String(at(group, 'made_by')));
    if (at(group, 'stays') === true)
      return `    ${of} by ${before}: better than ${now}, so they stay (--worse replaces them too)`;
    return `    ${of} by ${before} (${clean(String(at(group, 'change')))})`;
  });
  return [files === 0 ? `  ${name}` : `  ${name}: ${counted(files)} by ${now}, ${time}; replaces`, ...groups];
}

const counted = (files: number) => `${files} ${files === 1 ? 'file' : 'files'}`;

/** `about 4 min`. @param value seconds; anything else is not known */
export function durationOf(value: unknown): string {
  if (typeof value !== 'number') return 'time not known, because nothing like it was done here before';
  if (value < 60) return `about ${Math.max(1, Math.round(value))} s`;
  if (value < 5_400) return `about ${Math.round(value / 60)} min`;
  return `about ${Math.round(value / 360) / 10} h`;
}

function numberAt(value: unknown, name: string): number {
  const found = at(value, name);
  return typeof found === 'number' ? found : 0;
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const found = at(value, name);
  return Array.isArray(found) ? found : [];
}
