/** --query: a JMESPath expression over the whole result. Loaded when it is given. */
import jmespath from 'jmespath';
import { UsageError } from '../errors/errors.ts';

/** The package's types leave out `compile`, which parses alone. */
const { compile, search } = jmespath as typeof jmespath & { compile(expression: string): unknown };

/**
 * Refuses an expression that cannot be understood, before anything is sent.
 * @throws UsageError that says where it goes wrong
 */
export function checkQuery(expression: string): void {
  try {
    compile(expression);
  } catch (error) {
    throw refused(error);
  }
}

/** What the expression finds in a value; null when it finds nothing. Throws a UsageError when it does not fit. */
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
    hint: 'It is a JMESPath expression, such as data[].id or data[?status==`failed`].filename.',
  });
}
