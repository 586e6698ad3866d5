/** The part of node-llama-cpp 3 that is used. The package is no dependency: vau setup brings it. */
export interface LlamaModule {
  getLlama(options: {
    readonly gpu: false;
    readonly build: 'never';
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly logLevel: 'error';
    readonly maxThreads: number;
  }): Promise<Llama>;
  readonly LlamaChatSession: new (options: {
    readonly contextSequence: Sequence;
    readonly systemPrompt?: string;
  }) => ChatSession;
}

interface Llama {
  loadModel(options: { readonly modelPath: string }): Promise<Model>;
  createGrammarForJsonSchema(schema: object): Promise<Grammar>;
}

interface Model {
  tokenize(text: string): readonly number[];
  createContext(options: {
    readonly contextSize: { readonly max: number };
    readonly threads: number;
  }): Promise<{ readonly contextSize: number; getSequence(): Sequence }>;
}

type Sequence = object;
type Grammar = object;

interface ChatSession {
  setChatHistory(history: readonly HistoryItem[]): void;
  promptWithMeta(
    text: string,
    options: {
      readonly grammar: Grammar;
      readonly maxTokens: number;
      readonly temperature: number;
      readonly signal: AbortSignal;
    },
  ): Promise<{ readonly responseText: string; readonly stopReason: string }>;
  dispose(): void;
}

export type HistoryItem =
  | { readonly type: 'system'; readonly text: string }
  | { readonly type: 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };
