export interface Measured {
  readonly commit: string;
  readonly rows: readonly {
    name: string;
    share: number;
    of?: number;
    low?: number;
    high?: number;
    said?: string;
  }[];
}
export function pageOf(text: string, kept: Readonly<Record<string, Measured>>): string;
