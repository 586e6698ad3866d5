/** What was not heard, read or seen, as notes beside the answer that it explains. */
import type { Gap } from '../../contract/index.ts';
import { isRecord } from '../../contract/record.ts';
import type { Request } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';
import { setUpThere } from './set-up-there.ts';

/** An answer without its gaps, where a person reads them as notes; unchanged for programs, and where fields are chosen. */
export function besideGaps(session: Session, answer: unknown): unknown {
  if (!isNoted(session) || !isRecord(answer) || !('gaps' in answer)) return answer;
  const { gaps: _, ...rest } = answer;
  return rest;
}

/** Notes each gap of an answer with its next commands. @param shown the text that was printed; what it says is not said again */
export async function noteGaps(session: Session, answer: unknown, shown = ''): Promise<void> {
  if (!isNoted(session)) return;
  const said = words(shown);
  for (const { text, next = [] } of gapsIn(answer)) {
    if (said.includes(words(text))) continue;
    const commands = next.length > 0 ? ` Next: ${next.join(', then ')}` : '';
    session.note(clean(await setUpThere(session, `${text}${commands}`)));
  }
}

/** Asks for what tells the gaps of something that is done, and notes them; that stays done where it cannot be told. */
export async function noteGapsOf(
  session: Session,
  { operation, params }: Pick<Request, 'operation' | 'params'>,
) {
  if (!isNoted(session)) return;
  const client = await session.client();
  const asked = client.send(operation, { params }, { signal: session.signal });
  await noteGaps(session, await asked.catch(() => undefined));
}

/** The gaps of an answer; a service may send shapes that this version does not know. */
export function gapsIn(answer: unknown): readonly Pick<Gap, 'text' | 'next'>[] {
  const gaps = isRecord(answer) ? answer.gaps : undefined;
  if (!Array.isArray(gaps)) return [];
  return gaps.flatMap((gap: unknown) => {
    if (!isRecord(gap) || typeof gap.text !== 'string') return [];
    const next = Array.isArray(gap.next) ? gap.next.filter((one) => typeof one === 'string') : [];
    return [{ text: gap.text, next }];
  });
}

const isNoted = ({ output, flags }: Session) =>
  output === 'table' && flags.query === undefined && flags.fields === undefined;

const words = (text: string) => text.replace(/\s+/g, ' ');
