import type { Json } from './schema.ts';

/** A value as a JSON column; null and undefined become SQL null. */
export function toJson(value: object): Json;
export function toJson(value: object | null | undefined): Json | null;
export function toJson(value: object | null | undefined): Json | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** A JSON column as a value. We wrote it after checking its schema, so the type is trusted. */
export function fromJson<T>(text: Json): T;
export function fromJson<T>(text: Json | null): T | null;
export function fromJson<T>(text: Json | null): T | null {
  return text === null ? null : (JSON.parse(text) as T);
}
