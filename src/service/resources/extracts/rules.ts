import { describeProblems, type ExtractConfig, extractProblems } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';

/** @param path where the configuration stands in the body @throws 400 naming the fields that are not taken, and why */
export function checkExtractConfig(config: ExtractConfig, path: string): void {
  const problems = extractProblems(config, path);
  if (problems.length > 0) throw badRequest(`field ${describeProblems(problems)}`);
}
