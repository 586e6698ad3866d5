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
  return new UsageError(`--query: ${inWords(message)}`, {
    hint: 'Write JMESPath, such as data[].id or data[?status==`failed`].filename.',
  });
}

/** The package names its own tokens. */
function inWords(message: string): string {
  if (/EOF|undefined\(undefined\)/.test(message)) return 'the expression ends too early';
  if (message === 'TypeError') return 'a function of the expression got a value that it does not take';
  const number = /^Invalid token \(Number\): "(.*)"$/.exec(message)?.[1];
  return number === undefined ? message : `a number is written in backticks: \`${number}\``;
}
