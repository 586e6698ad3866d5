export interface Ratio {
  readonly bench: string;
  readonly beside: string;
  readonly name: string;
  readonly ratio: number;
  readonly most?: number;
}
export function worse(row: Ratio, kept: readonly Ratio[]): boolean;
export function tableOf(rows: readonly Ratio[], kept: readonly Ratio[]): string;
export function pageOf(text: string, kept: readonly (Ratio & { readonly commit: string })[]): string;
