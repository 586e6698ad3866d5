import type { Modality } from '../../../../contract/index.ts';
import { type HeldGap, spansOf } from '../../modalities/held-gaps.ts';
import type { SpeechLine } from '../../modalities/lines.ts';
import type { ModalitiesResult, ModalityReport } from '../../modalities/modalities-result.ts';

/** What a modality did not perceive of a file, and why: what its provider says, and the speech that is not trusted. */
export function gapsOf({ modality, reason, gaps = [] }: ModalityReport, result: ModalitiesResult): HeldGap[] {
  if (reason !== undefined) return [{ reason: 'failed', why: reason }];
  if (modality !== 'speech') return [...gaps];
  const { doubtful = [] } = result;
  const foreign = doubtful.filter(({ doubt }) => doubt === 'language');
  const unsure = doubtful.filter(({ doubt }) => doubt !== 'language');
  return [
    ...gaps,
    ...(foreign.length > 0
      ? [{ reason: 'other_language' as const, lines: foreign.length, spans: spansOf(foreign) }]
      : []),
    ...(unsure.length > 0 ? [notTrusted(unsure)] : []),
  ];
}

/** The gaps of every modality of a result that has any. */
export function gapsByModality(result: ModalitiesResult): { [M in Modality]?: readonly HeldGap[] } {
  const all = result.reports.map((report) => [report.modality, gapsOf(report, result)] as const);
  return Object.fromEntries(all.filter(([, gaps]) => gaps.length > 0));
}

function notTrusted(lines: readonly SpeechLine[]): HeldGap {
  const doubts = [...new Set(lines.flatMap(({ doubt }) => doubt ?? []))].sort();
  return { reason: 'not_trusted', lines: lines.length, doubts, spans: spansOf(lines) };
}
