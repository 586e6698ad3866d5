/** --query: a JMESPath expression over the whole result. */
import { UsageError } from '../errors.ts';

/**
 * Refuses an expression that cannot be understood, before anything is sent.
 * @throws UsageError that says where it goes wrong
 */
export async function checkQuery(expression: string): Promise<void> {
  const { compile } = await load();
  try {
    compile(expression);
  } catch (error) {
    throw refused(error);
  }
}

/** What the expression finds in a value; null when it finds nothing. Throws a UsageError when it does not fit. */
export async function applyQuery(value: unknown, expression: string): Promise<unknown> {
  const { search } = await load();
  try {
    return search(value, expression) as unknown;
  } catch (error) {
    throw refused(error);
  }
}

/** The package is CommonJS: bundled or not, its functions are on the default export. */
async function load(): Promise<Jmespath> {
  const module = await import('jmespath');
  return ('default' in module ? module.default : module) as Jmespath;
}

/** Its types leave out `compile`, which parses alone. */
type Jmespath = typeof import('jmespath') & { compile(expression: string): unknown };

function refused(error: unknown): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  return new UsageError(`--query: ${message}`, {
    hint: 'It is a JMESPath expression, such as data[].id or data[?status==`failed`].filename.',
  });
}
