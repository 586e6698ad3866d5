/** --query: applies a JMESPath expression to the whole result. Loaded on demand. */
import jmespath from 'jmespath';
import { UsageError } from '../errors/errors.ts';

/** The types of the package lack `compile`, which only parses. */
const { compile, search } = jmespath as typeof jmespath & { compile(expression: string): unknown };

/** Refuses an invalid expression before anything is sent. @throws UsageError with the parse error */
export function checkQuery(expression: string): void {
  try {
    compile(expression);
  } catch (error) {
    throw refused(error);
  }
}

/** The result of the expression; null without a match. Throws a UsageError on a type error. */
export function applyQuery(value: unknown, expression: string): unknown {
  try {
    return search(value, expression) as unknown;
  } catch (error) {
    throw refused(error);
  }
}

function refused(error: unknown): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  return new UsageError(`--query: ${message}`, {
    hint: 'Write a JMESPath expression, such as data[].id or data[?status==`failed`].filename.',
  });
}
