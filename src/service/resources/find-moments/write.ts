import type { JobContext } from '../../jobs/handlers.ts';
import { insertAll } from '../../store/insert.ts';
import { toJson } from '../../store/json.ts';
import type { Trx } from '../../store/schema.ts';
import type { Evidence, JudgedFinding, JudgedMoment } from '../../understanding/moments/port.ts';
import type { FindingBody, MomentBody } from '../moments/body.ts';
import type { Enforced } from './enforce/index.ts';
import { criterionOf, type RunRow } from './rows.ts';

type Writer = Pick<JobContext, 'newId'>;

/** Writes the moments and findings of a run. It has none yet. */
export async function writeResults(
  { newId }: Writer,
  trx: Trx,
  run: RunRow,
  { moments, findings }: Enforced,
  evidence: readonly Evidence[],
): Promise<void> {
  const own = { account_id: run.account_id, run_id: run.id, file_id: run.file_id };
  await insertAll(
    trx,
    'moments',
    moments.map((moment) => ({
      id: newId(),
      ...own,
      start_time: moment.start,
      end_time: moment.end,
      ...ranked(run, moment),
      body: toJson(momentBody(moment, evidence)),
    })),
  );
  await insertAll(
    trx,
    'findings',
    findings.map((finding) => ({
      id: newId(),
      ...own,
      kind: finding.kind,
      body: toJson(findingBody(finding)),
    })),
  );
}

function ranked(run: RunRow, { rank, score }: JudgedMoment) {
  const lower = criterionOf(run).scoring?.higher_is_better === false;
  const merit = score === undefined ? rank : lower ? -score : score;
  return {
    rank_score: rank,
    score: score ?? null,
    merit,
    lower_is_better: lower ? (1 as const) : (0 as const),
  };
}

function momentBody(moment: JudgedMoment, evidence: readonly Evidence[]): MomentBody {
  const cited = evidence.filter(({ index }) => moment.evidence.includes(index));
  const { title, reason, anchors, speakers, data } = moment;
  return {
    title,
    reason,
    ...(anchors && { anchors }),
    ...(speakers.length > 0 && { speakers: [...speakers] }),
    ...(data && { properties: data }),
    evidence: {
      signals: [...new Set(cited.map(({ signal }) => signal))],
      quotes: cited.map(({ signal, text, start, end, speaker }) => ({
        ...{ signal, text, start_time: start, end_time: end },
        ...(speaker !== undefined && { speaker }),
      })),
    },
  };
}

function findingBody({ text, data }: JudgedFinding): FindingBody {
  return { reason: text, ...(data && { properties: data }) };
}
