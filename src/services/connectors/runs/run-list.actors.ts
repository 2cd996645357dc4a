/** Joins lists of runs to their calls. */
import {
  type EngineRunGroup,
  engineRunGroups,
  type ListedRun,
  type RunFilter,
  type RunPage,
  runFilters,
  runListEndpoints,
  type ScheduledStart,
} from '#contract/connectors/runs/run-list.ts'
import { type Access, call } from '../../kit/api-client.ts'
import { listOf } from '../../kit/list.actors.ts'
import { startedPause, watchStarts } from './run-starts.actors.ts'

const textOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))

const soonAfterStarts = {
  actors: { watchMoves: watchStarts({ type: 'records.moved' }) },
  delays: { movedPause: startedPause },
}

/**
 * A list of one: a page of runs with its counts; `query.page`, `limit`, and to narrow it `connectorId`, `search`, `filter`, and `past` in milliseconds
 * or `from` and `to`.
 */
export const runsMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const { past, from, to } = query
    const asked = {
      connectorId: textOf(query['connectorId']),
      search: textOf(query['search']) ?? '',
      filter: runFilters.find((filter) => filter === query['filter']),
      from: past === undefined ? textOf(from) : new Date(Date.now() - Number(past)).toISOString(),
      to: textOf(to),
      ...{ page: Number(query['page']), limit: Number(query['limit']) },
    }
    return { items: [await readRuns(access, asked, signal)], total: 1 }
  }).provide(soonAfterStarts)

/** A list of one: a page of each group of the engine, all of one moment; `query.running`, `scheduled`, `queued` and `failed` are their pages, `limit`. */
export const engineMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const limit = Number(query['limit'])
    const pageOf = (name: string) => ({ page: Number(query[name]), limit })
    const runs = engineRunGroups.map(
      async (group) => [group, await readEngineRuns(access, { group, ...pageOf(group) }, signal)] as const,
    )
    // Together: one that fails alone would be a fault that nobody handles.
    const [scheduled, ...groups] = await Promise.all([readStarts(access, pageOf('scheduled'), signal), ...runs])
    const read: EngineReading = { ...Object.fromEntries(groups), scheduled } as EngineReading
    return { items: [read], total: 1 }
  })
    .provide(soonAfterStarts)
    .provide({ delays: { refreshPause: 5_000 } })

type Listed<Item> = { readonly items: readonly Item[]; readonly total: number }

/** A page of each of its groups. */
export type EngineReading = Readonly<Record<EngineRunGroup, Listed<ListedRun>>> & { readonly scheduled: Listed<ScheduledStart> }

type RunsQuery = {
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
function readRuns(access: Access, { search, page, limit, ...more }: RunsQuery, signal: AbortSignal): Promise<RunPage> {
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))
  const query = { page, limit, ...given, ...(search === '' ? {} : { search }) }
  return call(runListEndpoints.list, { access, query, signal })
}

type Paged = { readonly page: number; readonly limit: number }

/** One page of what the engine has to do with runs. */
async function readEngineRuns(
  access: Access,
  query: Paged & { readonly group: EngineRunGroup },
  signal: AbortSignal,
): Promise<{ readonly items: readonly ListedRun[]; readonly total: number }> {
  const { data, total } = await call(runListEndpoints.group, { access, query, signal })
  return { items: data, total }
}

/** One page of the starts that come by themselves. */
async function readStarts(
  access: Access,
  query: Paged,
  signal: AbortSignal,
): Promise<{ readonly items: readonly ScheduledStart[]; readonly total: number }> {
  const { data, total } = await call(runListEndpoints.scheduled, { access, query, signal })
  return { items: data, total }
}
