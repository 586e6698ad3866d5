/** A scripted language model that misbehaves while it judges moments. Every kind of misbehaviour says what it is. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelEndpoint } from '../../src/service/context/model-endpoint.ts';

/** A question about one window. */
interface Asked {
  readonly criterion: string;
  readonly speaker: string;
  /** The texts of its numbered lines. */
  readonly lines: readonly string[];
  /** How often this criterion was asked about this speaker before. */
  readonly before: number;
}

/** `late`: no response. `cut`: the connection ends. */
type Answer =
  | { readonly status?: number; readonly headers?: object; readonly body: unknown }
  | 'late'
  | 'cut';

interface Misbehaviour {
  readonly answer: (asked: Asked) => Answer;
  /** How its runs end. */
  readonly ends: 'completed' | 'failed';
  /** Whether moments are kept: those that hold. */
  readonly keeps: boolean;
}

const says = (content: string): Answer => ({
  body: { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] },
});
const gives = (...moments: object[]) => says(JSON.stringify({ moments }));
const refuses: Answer = {
  body: { choices: [{ message: { role: 'assistant', content: null, refusal: 'I would rather not.' } }] },
};
const fails = (status: number, headers = {}): Answer => ({ status, headers, body: { error: 'no' } });

/** A moment that holds: the middle line, with words from it. */
function holding({ lines }: Asked) {
  const at = Math.floor(lines.length / 2);
  const words = (lines[at] ?? '').split(' ').slice(0, 5).join(' ');
  const own = { title: 'A moment', reason: 'It meets the criterion.', likelihood: 0.9, score: null };
  return { first: at + 1, last: at + 1, quote: words, ...own };
}

const bent = (change: object) => (asked: Asked) => gives({ ...holding(asked), ...change });
const first = (bad: Answer | ((asked: Asked) => Answer)) => (asked: Asked) =>
  asked.before > 0 ? gives(holding(asked)) : typeof bad === 'function' ? bad(asked) : bad;

const always = (answer: Answer) => ({ answer: () => answer, ends: 'failed', keeps: false }) as const;
const once = (answer: Answer) => ({ answer: first(answer), ends: 'completed', keeps: true }) as const;
const invents = (change: object) => ({ answer: bent(change), ends: 'completed', keeps: false }) as const;

/** All kinds. */
export const MISBEHAVIOURS = {
  none: { answer: (asked) => gives(holding(asked)), ends: 'completed', keeps: true },
  'bad JSON': always(says('{"moments": [{"first": 1, "quote": "')),
  'bad JSON once': once(says('Sure! {"moments": [')),
  'no JSON': always(says('There are two promises in it.')),
  'wrong schema': always(says('{"items": [{"begin": 3}]}')),
  'wrong schema once': once(says('{"moments": [{"from": "a", "to": "b"}]}')),
  'no chat completion': always({ body: { hello: 'world' } }),
  'invented times': invents({ first: 9_000, last: 9_001 }),
  'times before the start': invents({ first: -4, last: 0 }),
  'times that end before they begin': invents({ first: 2, last: 1 }),
  'invented quotes': invents({ quote: 'the walrus signed the contract in Antarctica' }),
  'invented quotes in the reason': invents({ reason: 'He says “the walrus signed the contract”.' }),
  'invented likelihood': invents({ likelihood: 7 }),
  'one that holds among invented ones': {
    answer: (asked) =>
      gives(
        holding(asked),
        { ...holding(asked), quote: 'a walrus in Antarctica' },
        { ...holding(asked), first: 800, last: 900 },
        { ...holding(asked), title: '“The walrus signed”', start_time: -5, end_time: 1e9 },
      ),
    ends: 'completed',
    keeps: true,
  },
  refusals: always(refuses),
  'one refusal': once(refuses),
  'no response': always('late'),
  'one response too late': once('late'),
  'connections cut': always('cut'),
  'one connection cut': once('cut'),
  '500': always(fails(500)),
  '500 once': once(fails(500)),
  '429': always(fails(429, { 'retry-after': '0' })),
  '429 once': once(fails(429, { 'retry-after': '0' })),
  '401': always(fails(401)),
} satisfies Record<string, Misbehaviour>;

export type Kind = keyof typeof MISBEHAVIOURS;
export const KINDS = Object.keys(MISBEHAVIOURS) as Kind[];

export interface MisbehavingModel {
  readonly endpoint: ModelEndpoint;
  /** Questions of each kind. */
  readonly asked: ReadonlyMap<Kind, number>;
  close(): Promise<void>;
}

/**
 * Opens it on loopback.
 * @param kindOf how it misbehaves for a criterion's name and a speaker of the first line
 */
export async function misbehavingModel(
  kindOf: (criterion: string, speaker: string) => Kind,
  timeoutSeconds = 0.3,
): Promise<MisbehavingModel> {
  const asked = new Map<Kind, number>();
  const times = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const question = questionIn(Buffer.concat(pieces).toString());
    const key = `${question.criterion} ${question.speaker}`;
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    const kind = kindOf(question.criterion, question.speaker);
    asked.set(kind, (asked.get(kind) ?? 0) + 1);
    const answer = MISBEHAVIOURS[kind].answer({ ...question, before });
    if (answer === 'late') return;
    if (answer === 'cut') return void request.socket.destroy();
    const headers = { 'content-type': 'application/json', ...answer.headers };
    response.writeHead(answer.status ?? 200, headers).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    endpoint: { url, model: 'misbehaving', keyEnv: 'VAU_NO_KEY', timeoutSeconds, retryMs: 1 },
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const LINE = /^\[\d+\] \S+ said by (.+?): (.*)$/gm;

function questionIn(body: string): Omit<Asked, 'before'> {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
  const content = messages.find(({ role }) => role === 'user')?.content ?? '';
  const lines = [...content.matchAll(LINE)];
  const criterion = JSON.parse(content.slice(content.indexOf('Criterion:\n') + 11)) as { name: string };
  return {
    criterion: criterion.name,
    speaker: lines[0]?.[1] ?? '',
    lines: lines.map(([, , text = '']) => text),
  };
}

/** A line of a film, in seconds. */
export interface SaidLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is kept of a moment. */
interface Kept {
  readonly start_time: number;
  readonly end_time: number;
  readonly title: string;
  readonly reason: string;
  readonly evidence: { readonly quotes?: readonly SaidAt[] | undefined };
}

interface SaidAt {
  readonly text: string;
  readonly start_time: number;
  readonly end_time: number;
}

/** What is invented in a moment: times outside the film, quotes that were not said there. Empty if all of it holds. */
export function inventedIn(moment: Kept, film: { lines: readonly SaidLine[]; duration: number }): string[] {
  const { start_time: start, end_time: end, title, reason, evidence } = moment;
  const inside = film.lines.filter((line) => line.start < end && line.end > start);
  const text = plain(inside.map((line) => line.text).join(' '));
  const quoted = [...`${title} ${reason}`.matchAll(/“([^”]*)”|"([^"]*)"/g)].map(
    ([, one, two]) => one ?? two ?? '',
  );
  const near = (one: number, other: number) => Math.abs(one - other) < 0.01;
  const proven = (evidence.quotes ?? []).filter((quote) =>
    inside.some((line) => plain(line.text) === plain(quote.text) && near(line.start, quote.start_time)),
  );
  return [
    ...(start >= 0 && end <= film.duration + 0.05 && start < end ? [] : [`times ${start} to ${end}`]),
    ...(proven.length > 0 && proven.length === evidence.quotes?.length ? [] : ['evidence that is not there']),
    ...quoted.filter((quote) => !text.includes(plain(quote))).map((quote) => `quote ${quote}`),
    ...(/walrus/i.test(title + reason) ? ['words nobody said'] : []),
  ];
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
