import {
  type EngineRunGroup,
  type ListedRun,
  type RunFilter,
  type RunPage,
  runListEndpoints,
  type ScheduledStart,
} from '#contract/connectors/runs/run-list.ts'
import { type Access, call } from '../../kit/api-client.ts'

export type RunsAsked = {
  readonly connectorId: string | undefined
  /** Part of the name of a connector. */
  readonly search: string
  readonly filter: RunFilter | undefined
  /** ISO 8601. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** Counted from 1. */
  readonly page: number
  readonly limit: number
}

/** One page of runs, newest first, with how many there are of each result. */
export function readRuns(access: Access, { search, page, limit, ...more }: RunsAsked, signal: AbortSignal): Promise<RunPage> {
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))
  const query = { page, limit, ...given, ...(search === '' ? {} : { search }) }
  return call(runListEndpoints.list, { access, query, signal })
}

type Paged = { readonly page: number; readonly limit: number }

/** One page of what the engine has to do with runs. */
export async function readEngineRuns(
  access: Access,
  query: Paged & { readonly group: EngineRunGroup },
  signal: AbortSignal,
): Promise<{ readonly items: readonly ListedRun[]; readonly total: number }> {
  const { data, total } = await call(runListEndpoints.group, { access, query, signal })
  return { items: data, total }
}

/** One page of the starts that come by themselves. */
export async function readStarts(
  access: Access,
  query: Paged,
  signal: AbortSignal,
): Promise<{ readonly items: readonly ScheduledStart[]; readonly total: number }> {
  const { data, total } = await call(runListEndpoints.scheduled, { access, query, signal })
  return { items: data, total }
}
