import { clock } from '../text/timestamps.ts';
import type { ChatSession } from '../understanding/models/language/chat.ts';
import {
  citedQuestion,
  type HeldCitation,
  packedEvidence,
} from '../understanding/models/language/evidence.ts';
import { loadLexicon } from '../understanding/models/language/held/lexicon.ts';
import type { LineEvidence } from './results/evidence.ts';

/** A question for a model. */
export interface ModelQuestion {
  /** With earlier questions, if there are any: written by the caller. */
  readonly asked: string;
  /** Earlier answers, which quote media. */
  readonly earlier?: readonly string[];
  /** Further instructions of the caller. */
  readonly system?: string;
  readonly temperature?: number | undefined;
}

/** A model's answer with citations that hold. */
export interface ModelAnswer {
  /** The text in pieces: a sentence each, with its places. None if the evidence does not answer the question. */
  readonly pieces: readonly string[];
  /** No citation twice. */
  readonly citations: readonly HeldCitation<LineEvidence>[];
  /** Sentences left out because they do not hold: see `CitedAnswer`. */
  readonly dropped: number;
}

/** Asks a model to answer from evidence. @throws EndpointRefused: see ChatSession.ask */
export async function answerWith(
  model: ChatSession,
  { asked, ...more }: ModelQuestion,
  evidence: readonly LineEvidence[],
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const packed = await packedEvidence(model, asked, evidence, more, signal);
  const { sentences, dropped } = await model.ask(
    citedQuestion(asked, packed, await loadLexicon(), more),
    signal,
  );
  const citations = new Map(
    sentences
      .flatMap((sentence) => sentence.citations)
      .map((one) => [`${evidence.indexOf(one.evidence)} ${one.quote}`, one]),
  );
  const pieces = sentences.map(({ text, citations: own }, at) => {
    const places = new Set(own.map(({ evidence: line }) => `[${line.filename}, ${clock(line.time)}]`));
    return `${at > 0 ? '\n' : ''}${text} ${[...places].join(' ')}`;
  });
  return { pieces, citations: [...citations.values()], dropped };
}
