import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import seconds from './seconds.json' with { type: 'json' };

/**
 * Starts the files that take longest first, whatever their project: a file of two minutes that comes last keeps one
 * processor busy while the other has nothing left to do. seconds.json has the files that take more than twenty seconds; of
 * those that share a process only the longest, because each change of the project starts a process and loads the sources.
 * The order needs no exact times.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const { root } = this.ctx.config;
    const known: Readonly<Record<string, number>> = seconds;
    const lasts = ({ moduleId }: TestSpecification) => known[path.relative(root, moduleId)] ?? 0;
    return others.toSorted((one, other) => lasts(other) - lasts(one));
  }
}
