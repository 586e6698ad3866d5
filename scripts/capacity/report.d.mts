/** The figures of docs/capacity.json. */
export interface Measured {
  readonly film: { readonly seconds: number } & Readonly<Record<string, unknown>>;
  readonly store: { readonly sizes: readonly Record<string, unknown>[] };
}

export function perHour(measured: Measured): Readonly<Record<'processor' | 'database' | 'documents', number>>;
export function searchMs(measured: Measured, kind: string, documents: number): number;
export function report(measured: Measured): string;
