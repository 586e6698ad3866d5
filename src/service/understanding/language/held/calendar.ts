import { daypartOf } from './clocks.ts';
import type { Clock, Figure } from './figure.ts';

const WEEKDAYS = [
  'monday mondays montag montags',
  'tuesday tuesdays tues dienstag dienstags',
  'wednesday wednesdays mittwoch mittwochs',
  'thursday thursdays thurs donnerstag donnerstags',
  'friday fridays freitag freitags',
  'saturday saturdays samstag samstags sonnabend',
  'sunday sundays sonntag sonntags',
];
/** Words that place something in time, each in the ways it is said. */
const DAYS = [
  ...WEEKDAYS,
  ...['tomorrow morgen', 'yesterday gestern', 'weekend weekends wochenende'],
  ...['christmas xmas weihnachten', 'easter ostern', 'halloween', 'thanksgiving', 'ramadan'],
  ...['summer summers sommer', 'winter winters', 'autumn herbst', 'springtime fruhling'],
].map((names) => new Set(names.split(' ')));

const PERIOD =
  /\b(next|last|previous|coming|following|past)\s+(week|month|year|quarter|weekend|season|spring|summer|autumn|winter|decade|century|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)\b/g;
const LATER = /^(?:next|coming|following)$/;

/** The first word of a statement that places it in a time that no line says; undefined if there is none. */
export function unsaidTime(
  forms: readonly string[],
  said: { readonly forms: ReadonlySet<string>; readonly figures: readonly Figure[]; readonly text: string },
): string | undefined {
  for (const form of forms) {
    const names = DAYS.find((one) => one.has(form));
    if (names && ![...names].some((name) => said.forms.has(name))) return form;
    if (/^(?:morning|afternoon|evening|night|tonight)$/.test(form) && !daypartIsSaid(form, said)) return form;
    if (
      form === 'today' &&
      !said.forms.has('today') &&
      (said.forms.has('tomorrow') || said.forms.has('yesterday'))
    )
      return form;
  }
  return unsaidPeriod(forms.join(' '), said.text);
}

function daypartIsSaid(
  form: string,
  { forms, figures }: { readonly forms: ReadonlySet<string>; readonly figures: readonly Figure[] },
): boolean {
  if (forms.has(form)) return true;
  const half = daypartOf(form);
  const evening = /^(?:evening|night|tonight)$/.test(form);
  if (evening && ['evening', 'night', 'tonight'].some((one) => forms.has(one))) return true;
  return figures.some((one) => one.kind === 'clock' && one.half === half && isDuring(form, one));
}

function isDuring(form: string, { minutes }: Clock): boolean {
  if (form === 'afternoon') return minutes < 360;
  return form === 'morning' || minutes >= 300;
}

/** "Next month" where the lines say "last month" or "next week". */
function unsaidPeriod(text: string, lines: string): string | undefined {
  const said = [...lines.matchAll(PERIOD)].map(
    ([, which = '', period = '']) => `${LATER.test(which)} ${period}`,
  );
  const own = [...text.matchAll(PERIOD)];
  return own.find(([, which = '', period = '']) => !said.includes(`${LATER.test(which)} ${period}`))?.[0];
}
