/** Checks a request against the contract before it is sent. */

import { problemsToSend } from '../../contract/check.ts';
import { loadOperation } from '../../contract/operations/load.ts';
import { isPlainRequest } from '../../contract/operations/outline.ts';
import type { Problem } from '../../contract/problem.ts';
import { UsageError } from '../errors/errors.ts';
import type { Command } from '../model/model.ts';
import type { Request } from '../model/plan.ts';
import { typedNameOf } from './input.ts';

/**
 * Checks parameters and body by the same rules as the service. What the API leaves open is sent all the same: another
 * service may accept it.
 * @param warn called with what only the service can decide
 * @throws UsageError that names each invalid flag or argument and what it allows
 */
export async function checkRequest(
  command: Command,
  request: Request,
  warn: (text: string) => void,
): Promise<void> {
  const problems = await problemsIn(request);
  if (problems.length === 0) return;
  // With the schemas, which a request without a problem does without.
  const { suggestion } = await import('../errors/suggestion.ts');
  const { body } = await loadOperation(request.operation);
  const wrong = problems.filter(({ open }) => !open);
  if (wrong.length > 0) {
    const hint = suggestion(body, wrong);
    throw new UsageError(wrong.map((problem) => sentence(command, problem)).join('\n'), {
      problems: wrong,
      ...(hint ? { hint } : {}),
    });
  }
  for (const problem of problems) {
    const hint = suggestion(body, [problem]);
    warn(
      `Warning: as far as vau knows, ${sentence(command, problem)}. ${hint ? `${hint} ` : ''}The service decides`,
    );
  }
}

/** All problems of a request, by the path of the field. */
export async function problemsIn(request: Request): Promise<readonly Problem[]> {
  if (await isPlainRequest(request.operation, request)) return [];
  const operation = await loadOperation(request.operation);
  return [
    ...problemsToSend(operation.params, request.params),
    ...problemsToSend(operation.query, request.query),
    ...(operation.body
      ? problemsToSend(operation.body, { ...asObject(request.body), ...request.files })
      : []),
  ];
}

/** `file_id` as a flag. */
const kebab = (field: string): string => field.replaceAll('_', '-');

const asObject = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {});

/** Also names the field by its path if its flag has another name: the value may come from a file. */
function sentence(command: Command, { path, message }: Problem): string {
  const name = typedNameOf(command, path);
  if (!name) return `${path} ${message}`.trim();
  const same = name === `<${kebab(path)}>` || name === `--${kebab(path)}`;
  return same || name.startsWith('<') ? `${name} ${message}` : `${path} (${name}) ${message}`;
}
