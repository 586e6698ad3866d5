/**
 * The judge that asks a language model: windows of numbered lines and the rubric go to it; moments come back of which
 * only what holds is kept (held.ts).
 */

import { type Criterion, canonicalJson, type ExtractSchema } from '../../../../../contract/index.ts';
import { clock } from '../../../../text/timestamps.ts';
import {
  AnswerUnusable,
  EndpointOverflow,
  EndpointTimedOut,
  ModelDeclined,
} from '../../../models/endpoint/errors.ts';
import { readWith } from '../../../models/language/answer.ts';
import { type ChatSession, chatSession, type Question } from '../../../models/language/chat.ts';
import { loadLexicon } from '../../../models/language/held/lexicon.ts';
import type { LanguageModel } from '../../../models/language/model.ts';
import { dataLine, fenced, runsOf } from '../../../models/language/packing.ts';
import { momentsPrompt, promptId } from '../../../models/language/prompts/prompt.ts';
import { strictSchema } from '../../extraction/model/strict.ts';
import { boundsOf, type LineRange } from '../boundaries.ts';
import type { Evidence, Judge, JudgedMoment, JudgeRequest } from '../port.ts';
import { absenceOf, passesSpeakers, speakersOf, titleOf } from '../quotes.ts';
import { answered, type GivenMoment, type HeldMoment, heldMoment, scoreProblem } from './held.ts';

/**
 * The question for one window. An answer with scores outside the scale is repaired once; after that, its moments are
 * checked one by one.
 */
function questionOf(
  criterion: Criterion,
  evidence: readonly Evidence[],
  window: LineRange,
): Question<readonly GivenMoment[]> {
  let answers = 0;
  return {
    name: 'moments',
    system: systemOf(criterion),
    content: `${fenced(linesOf(evidence, window))}${criterionOf(criterion)}`,
    schema: schemaOf(criterion),
    read: (value) => {
      answers += 1;
      const { moments } = readWith(answered)(value);
      for (const moment of answers === 1 ? moments : []) {
        const problem = scoreProblem(criterion, moment);
        if (problem) throw new Error(problem);
      }
      return moments;
    },
  };
}

/** What a question holds beside its lines. */
function aroundOf(criterion: Criterion): string {
  return `${systemOf(criterion)}${criterionOf(criterion)}`;
}

function systemOf(criterion: Criterion): string {
  return `${momentsPrompt.text}\nAnswer with one JSON object and nothing else. It must match this JSON Schema: ${JSON.stringify(schemaOf(criterion))}`;
}

function criterionOf(criterion: Criterion): string {
  return `\n\nCriterion:\n${canonicalJson(criterion)}`;
}

const SIGNALS: Readonly<Record<Evidence['signal'], string>> = {
  speech: 'said',
  scene_text: 'on screen',
  visual_scene_description: 'seen',
  audio_description: 'heard',
};

/** The lines of a window, numbered from 1. */
function linesOf(evidence: readonly Evidence[], { from, to }: LineRange): string[] {
  return evidence.slice(from, to + 1).map(({ signal, text: said, start, speaker }, at) => {
    const by = speaker === undefined ? '' : ` by ${dataLine(speaker)}`;
    return `[${at + 1}] ${clock(start)} ${SIGNALS[signal]}${by}: ${dataLine(said)}`;
  });
}

function schemaOf({ moment_schema: own, scoring, anchors }: Criterion): object {
  const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
  return strict({
    moments: {
      type: 'array',
      items: strict({
        first: { type: 'integer' },
        last: { type: 'integer' },
        quote: { type: 'string' },
        title: { type: 'string' },
        reason: { type: 'string' },
        likelihood: { type: 'number' },
        score: scoring ? { type: 'number' } : { type: 'null' },
        ...(anchors && {
          anchors: { type: 'array', items: strict({ name: { type: 'string' }, line: { type: 'integer' } }) },
        }),
        ...(own !== undefined && { data: orNull(strictSchema(own as ExtractSchema)) }),
      }),
    },
  });
}

function strict(properties: Record<string, object>): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** Characters of evidence in one question; every current model behind an endpoint reads this many at once. */
const WINDOW_CHARACTERS = 10_000;
/** Lines that two neighbouring windows share, so that a moment at an edge is whole in one of them. */
const SHARED_LINES = 6;

/** Splits evidence into windows that overlap. @param shares the share of a question that each line takes */
function windowsOf(shares: readonly number[]): LineRange[] {
  return runsOf(shares, SHARED_LINES);
}

/** Windows shorter than this are not split any more. */
const LEAST_LINES = 4;

/** The halves of a window that failed; undefined if it is too short to split. */
function halvesOf({ from, to }: LineRange): [LineRange, LineRange] | undefined {
  if (to - from + 1 < LEAST_LINES) return undefined;
  const middle = Math.floor((from + to) / 2);
  return [
    { from, to: middle },
    { from: middle + 1, to },
  ];
}

/** Increase it whenever the windows or the checks change. */
const JUDGING = 2;

/**
 * Asks a language model, window by window of numbered evidence. What does not hold is dropped: line numbers that do not
 * exist, quotes that were not said, scores outside the scale.
 * @param open opens a session with the model, one for each file
 */
export function modelJudge(
  language: LanguageModel,
  open: (language: LanguageModel) => ChatSession = chatSession,
): Judge {
  return {
    version: `${JUDGING} ${promptId(momentsPrompt)} ${language.model}`,
    judgedBy: 'language_model',
    judge: async (request, signal) => {
      const own = {
        ...request,
        evidence: request.evidence.filter((line) => request.signals.includes(line.signal)),
      };
      const chat = open(language);
      const held: HeldMoment[] = [];
      let dropped = 0;
      for (const window of await windowsFor(chat, own, signal)) {
        const answer = await judgedWindow(chat, own, window, signal);
        held.push(...answer.held);
        dropped += answer.dropped;
      }
      const moments = momentsOf(own, held);
      return {
        moments,
        findings: moments.length === 0 ? [absenceOf(own)] : [],
        notes:
          dropped === 0
            ? []
            : [`${dropped} moments of the model were dropped: they do not hold against the evidence.`],
      };
    },
  };
}

/** The windows of a file, each as long as the model can read. */
async function windowsFor(
  chat: ChatSession,
  { criterion, evidence }: JudgeRequest,
  signal: AbortSignal,
): Promise<LineRange[]> {
  if (evidence.length === 0) return [];
  const lines = linesOf(evidence, { from: 0, to: evidence.length - 1 });
  const packing = { around: aroundOf(criterion), characters: WINDOW_CHARACTERS };
  return windowsOf(await chat.shares(lines, packing, signal));
}

interface WindowAnswer {
  readonly held: readonly HeldMoment[];
  readonly dropped: number;
}

/** A window whose answer is unusable, declined, late or too long is asked again in halves. @throws if a half fails too */
async function judgedWindow(
  chat: ChatSession,
  request: JudgeRequest,
  window: LineRange,
  signal: AbortSignal,
): Promise<WindowAnswer> {
  try {
    return await askedOnce(chat, request, window, signal);
  } catch (error) {
    const halves = halvesOf(window);
    if (!halves || !isOfThisWindow(error)) throw error;
    const answers: WindowAnswer[] = [];
    for (const half of halves) answers.push(await askedOnce(chat, request, half, signal));
    return {
      held: answers.flatMap(({ held }) => held),
      dropped: answers.reduce((sum, { dropped }) => sum + dropped, 0),
    };
  }
}

/** Another question may get an answer. */
function isOfThisWindow(error: unknown): boolean {
  return [AnswerUnusable, ModelDeclined, EndpointTimedOut, EndpointOverflow].some(
    (kind) => error instanceof kind,
  );
}

async function askedOnce(
  chat: ChatSession,
  { criterion, evidence }: JudgeRequest,
  window: LineRange,
  signal: AbortSignal,
): Promise<WindowAnswer> {
  const given = await chat.ask(questionOf(criterion, evidence, window), signal);
  const lexicon = await loadLexicon();
  const held = given.flatMap((one) => heldMoment({ criterion, evidence, lexicon }, window, one) ?? []);
  return { held, dropped: given.length - held.length };
}

/** In order of time; of those that overlap, which neighbouring windows may give twice, the likelier one. */
function momentsOf(request: JudgeRequest, held: readonly HeldMoment[]): JudgedMoment[] {
  const kept: JudgedMoment[] = [];
  for (const one of held.toSorted((left, right) => right.rank - left.rank)) {
    const moment = momentOf(request, one);
    if (moment && !kept.some(({ start, end }) => moment.start < end && moment.end > start)) kept.push(moment);
  }
  return kept.sort((one, other) => one.start - other.start);
}

function momentOf(request: JudgeRequest, held: HeldMoment): JudgedMoment | undefined {
  const { evidence, speakerFilter } = request;
  const range = boundsOf(request, held);
  if (!range) return undefined;
  const inside = evidence.filter(({ start, end }) => start < range.end && end > range.start);
  const proof = evidence.slice(held.from, held.to + 1).filter(({ start }) => start < range.end);
  const speakers = speakersOf(inside);
  if (!passesSpeakers(speakers, speakerFilter)) return undefined;
  const { rank, score, anchors, data } = held;
  const required = Object.entries(request.criterion.anchors ?? {}).filter(([, one]) => one.required);
  const kept = Object.fromEntries(Object.entries(anchors).filter(([, time]) => time <= range.end));
  if (required.some(([name]) => !Object.hasOwn(kept, name))) return undefined;
  return {
    start: range.start,
    end: range.end,
    title: held.title ?? titleOf(proof, request.criterion.name),
    reason: `${held.reason} “${held.quote.replace(/["“”„«»]/g, "'")}”`,
    rank,
    ...(score !== undefined && { score }),
    evidence: proof.map(({ index }) => index),
    speakers,
    ...(Object.keys(kept).length > 0 && { anchors: kept }),
    ...(data && { data }),
  };
}
