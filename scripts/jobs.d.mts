export interface Job {
  readonly name: string;
  readonly vau: readonly string[];
  readonly again?: number;
  readonly alone: readonly string[];
  readonly again_alone?: number;
  readonly note?: string;
}
export declare const jobs: readonly Job[];
export declare function keysOf(lines: readonly string[], again?: number): number;
export declare function jobsPage(): string;
