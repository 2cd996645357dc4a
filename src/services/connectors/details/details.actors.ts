/** Joins the lists of a connector's page to the calls: its timeline, its problems. */

import type { Run } from '#contract/connectors/runs/run.ts'
import { timelineKinds } from '#contract/connectors/runs/timeline.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import type { Access } from '../../kit/api-client.ts'
import { listOf } from '../../kit/list.actors.ts'
import { watchRuns } from '../runs/run-marks.actors.ts'
import { listTimeline, readProblemGroups } from './details.service.ts'

/** One page of a timeline; `query.connectorId`, `page`, `limit`, and to narrow it `kind`. */
export const timelineMachine = (access: Access) =>
  listOf((query, signal) =>
    listTimeline(
      access,
      {
        connectorId: String(query['connectorId']),
        kind: timelineKinds.find((kind) => kind === query['kind']),
        page: Number(query['page']),
        limit: Number(query['limit']),
      },
      signal,
    ),
  ).provide({ delays: { refreshPause: 5_000 } })

/** What of a run makes or closes problems. A retry closes them as it delivers. */
const markOf = ({ runId, status, trigger, recordsFailed, recordsUnknown, recordsDelivered }: Run) =>
  [runId, status, recordsFailed, recordsUnknown, trigger === 'replay' ? recordsDelivered : ''].join(' ')

/**
 * A list of one: the groups of a range; `query.connectorId`, and `past` in milliseconds or `from` and `to`.
 * @param runs what the page of the connector reads.
 */
export const problemGroupsMachine = (access: Access, runs: ListActor) =>
  listOf(async (query, signal) => {
    const { past, from, to } = query
    const begin = past === undefined ? textOf(from) : new Date(Date.now() - Number(past)).toISOString()
    const range = { connectorId: String(query['connectorId']), from: begin, to: textOf(to) }
    return { items: [await readProblemGroups(access, range, signal)], total: 1 }
  }).provide({
    actors: { watchMoves: watchRuns(runs, markOf, () => ({ type: 'records.moved' }), false) },
    delays: { refreshPause: 30_000 },
  })

const textOf = (value: string | number | undefined) => (value === undefined ? null : String(value))
