import type { ServiceConfig } from '../../context/config.ts';
import { judgeFor } from '../../understanding/rules/moments/index.ts';
import type { Judge } from '../../understanding/rules/moments/port.ts';
import type { RunRow } from './rows.ts';

/** Increase it when evidence is assembled or checked in another way, so that earlier runs are not reused. */
const ENGINE_VERSION = 1;

/** What choosing an engine needs. */
export interface EngineContext {
  readonly config: ServiceConfig;
}

/** What finds moments. Runs of another engine may have other results. */
export interface Engine {
  readonly judge: Judge;
  /** The columns of a run that name it. */
  readonly named: Pick<RunRow, 'engine_version' | 'engine' | 'judged_by'>;
}

/** The engine under this configuration. */
export function engineFor(config: ServiceConfig): Engine {
  const judge = judgeFor(config);
  const { judgedBy, version } = judge;
  const engine = `${ENGINE_VERSION} ${judgedBy} ${version}`;
  return { judge, named: { engine_version: ENGINE_VERSION, engine, judged_by: judgedBy } };
}
