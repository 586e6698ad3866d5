import * as z from 'zod';
import { API_PREFIX, type Operation, operations, strays } from '../../src/contract/index.ts';

const all = Object.values(operations as Record<string, Operation>);

/** Holds a good answer against the contract of its operation, as the service does itself in tests. @throws Error */
export function checkAnswer(method: string, where: string, status: number, body: unknown): void {
  const operation = operationAt(method, where.replace(API_PREFIX, '').replace(/\?.*/, ''));
  if (operation === undefined || status !== operation.status) return;
  const result = operation.answer.safeParse(body);
  const wrong = result.success ? strays(body, result.data) : [z.prettifyError(result.error)];
  if (wrong.length > 0) throw new Error(`${operation.id} answered against its contract: ${wrong.join(', ')}`);
}

/** Of the operations whose path fits, the one that names most of it. */
function operationAt(method: string, path: string): Operation | undefined {
  const fits = all.filter(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
  return fits.sort((one, other) => parameters(one) - parameters(other))[0];
}

const parameters = ({ path }: Operation) => path.split('{').length;
