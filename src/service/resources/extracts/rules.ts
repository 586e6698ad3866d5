import { describeProblems, type ExtractConfig, extractProblems } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';

/** @param path path of the configuration in the body @throws 400 naming the invalid fields and why */
export function checkExtractConfig(config: ExtractConfig, path: string): void {
  const problems = extractProblems(config, path);
  if (problems.length > 0) throw badRequest(`field ${describeProblems(problems)}`);
}
