/** What a request needs of its operation, without the schemas of its family. */
import type { BodyType, Operation } from '../operation.ts';
import { isPlainly, type Plain, plainOf } from '../plain.ts';
import { type FieldNames, fieldNames } from '../shape.ts';
import type { OperationId } from './index.ts';
import { loadOperation } from './load.ts';

export interface Outline extends Pick<Operation, 'method' | 'path'> {
  readonly bodyType?: BodyType;
  /** The fields of the response: see `misfit`. */
  readonly answer: FieldNames;
  /** What is certainly valid in each part of a request. */
  readonly plain: { readonly params: Plain; readonly query: Plain; readonly body?: Plain };
}

/** Put in by the build: reads the outline of an operation, as JSON, from a file of its own. Undefined in sources. */
declare const __VAU_OUTLINE__: ((id: OperationId) => string) | undefined;

/** Made by the build, because schemas take time; from sources, made of the schemas. */
export async function outlineOf(id: OperationId): Promise<Outline> {
  if (typeof __VAU_OUTLINE__ === 'undefined') return outlined(await loadOperation(id));
  return JSON.parse(__VAU_OUTLINE__(id));
}

/** The outline of an operation. */
export function outlined({ method, path, bodyType, answer, params, query, body }: Operation): Outline {
  const plain = { params: plainOf(params), query: plainOf(query), ...(body ? { body: plainOf(body) } : {}) };
  return {
    method,
    path,
    ...(bodyType ? { bodyType } : {}),
    answer: fieldNames(answer),
    plain,
  };
}

/** The parts of a request. */
export interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body?: unknown;
  readonly files?: object | undefined;
}

/** Whether a request is certainly valid. If it is not, only its schemas know. */
export async function isPlainRequest(id: OperationId, parts: Parts): Promise<boolean> {
  const { plain } = await outlineOf(id);
  const { params, query, body } = parts;
  if (parts.files || !isPlainly(plain.params, params) || !isPlainly(plain.query, query)) return false;
  return plain.body === undefined || isPlainly(plain.body, body ?? {});
}
