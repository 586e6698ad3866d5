/** The kinds of models that run in a process of their own: the service starts them, and its workers ask through it. */
export type ModelKind = 'encoder' | 'language' | 'speakers' | 'speech' | 'pictures' | 'text';

/** What is sent to a model's process: a question, or the id of one whose answer nobody waits for any more. */
export type ModelRequest<Ask = unknown> =
  | { readonly type: 'ask'; readonly to: ModelKind; readonly id: number; readonly ask: Ask }
  | { readonly type: 'cancel'; readonly to: ModelKind; readonly id: number };

/**
 * Why a question got no answer, where that matters to who asked: it took too long, it is too long for the model, or the process was
 * ended or held up from outside.
 */
export type FailureKind = 'late' | 'overflow' | 'disturbed';

/** What comes back: that a question was begun, its answer, or a readable reason why there is none. */
export type ModelReply<Answer = unknown> =
  | { readonly type: 'begun'; readonly from: ModelKind; readonly id: number }
  | { readonly type: 'answered'; readonly from: ModelKind; readonly id: number; readonly answer: Answer }
  | {
      readonly type: 'failed';
      readonly from: ModelKind;
      readonly id: number;
      readonly reason: string;
      readonly kind?: FailureKind | undefined;
    };

/** Asks a model, wherever it runs. */
export interface ModelPort<Ask, Answer> {
  /** Rejects with a readable reason (ModelFailed, or what the process could not be started for), and at once on an abort. */
  ask(ask: Ask, signal: AbortSignal): Promise<Answer>;
}

/** A model's process gave no answer. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed';
  readonly kind: FailureKind | undefined;
  /** As media errors have it. */
  readonly code: FailureKind | undefined;

  constructor(reason: string, kind?: FailureKind) {
    super(reason);
    this.kind = kind;
    this.code = kind;
  }
}
