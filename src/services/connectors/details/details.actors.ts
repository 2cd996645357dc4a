/** Joins the lists of a connector's page to the calls: its timeline, its problems. */
import { timelineKinds } from '#contract/connectors/runs/timeline.ts'
import type { Access } from '../../kit/api-client.ts'
import { listOf } from '../../kit/list.actors.ts'
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

/** A list of one: the groups of a range; `query.connectorId`, and `past` in milliseconds or `from` and `to`. */
export const problemGroupsMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const { past, from, to } = query
    const begin = past === undefined ? textOf(from) : new Date(Date.now() - Number(past)).toISOString()
    const range = { connectorId: String(query['connectorId']), from: begin, to: textOf(to) }
    return { items: [await readProblemGroups(access, range, signal)], total: 1 }
  }).provide({ delays: { refreshPause: 30_000 } })

const textOf = (value: string | number | undefined) => (value === undefined ? null : String(value))
