/** Joins pausing and resuming of all connectors that a filter finds to its calls. */
import { connectorLifecycle } from '#contract/connectors/details/connector.lifecycle.ts'
import { bulkActions } from '#contract/connectors/list/connector-bulk.ts'
import type { OverviewFilter } from '#contract/connectors/list/connector-filter.ts'
import { connectorJobEndpoints } from '#contract/connectors/list/connector-jobs.ts'
import { filterQueryOf } from '#contract/connectors/list/connector-selection.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { filterIn, type OverviewQuery } from '#src/machines/connectors/list/overview-place.ts'
import type { BulkActionEvent, BulkActionInput } from '#src/machines/kit/bulk/bulk-action.machine.ts'
import type { Entry } from '#src/machines/kit/entry-dialog.machine.ts'
import { type Access, call } from '../../kit/api-client.ts'
import { bulkActionOf } from '../../kit/bulk-action.actors.ts'
import { confirmedActionOf } from '../../kit/confirmed-action.actors.ts'
import { create } from '../../kit/idempotent-create.ts'
import { listOf } from '../../kit/list.actors.ts'

const moves = { pause: 'user.paused', resume: 'user.resumed' } as const
const same = { pause: 'Pause', resume: 'Active' } as const
const actionOf = (entry: Entry) => bulkActions.find((it) => it === entry['action']) ?? 'pause'

/** Why connectors of a status stay as they are: `same` or `status`. */
export const connectorsInput: BulkActionInput = {
  reasonToSkip: (entry, { facts }) => {
    const action = actionOf(entry)
    const { status = '' } = facts
    if (status === same[action]) return 'same'
    return allowedMoves(connectorLifecycle, status).includes(moves[action]) ? null : 'status'
  },
}

/** Opens the action on all connectors that the list shows. */
export const openBulk = (query: OverviewQuery): BulkActionEvent => ({
  type: 'user.opened',
  filter: filterIn(query),
  entry: { action: 'pause' },
})

/** The server applies the filter once more when the action begins. */
export const connectorBulkMachine = (access: Access, announce: () => void) =>
  bulkActionOf<OverviewFilter>({
    find: async (filter, signal) => {
      const { counts, total } = await call(connectorJobEndpoints.found, { access, query: filterQueryOf(filter), signal })
      return { targets: counts.map(({ status, count }) => ({ id: status, name: status, facts: { status }, count })), total }
    },
    order: ({ filter, entry }, signal) =>
      create(connectorJobEndpoints.start, { access, body: { action: actionOf(entry), ...filterQueryOf(filter) }, signal }),
    isValid: () => true,
    announce,
  })

/** The newest action on many connectors, as a list of one or none. */
export const connectorJobMachine = (access: Access) =>
  listOf(async (_, signal) => {
    const { job } = await call(connectorJobEndpoints.newest, { access, signal })
    return job === null ? { items: [], total: 0 } : { items: [job], total: 1 }
  }).provide({ delays: { refreshPause: 3_000 } })

/** `kind` is `stop` or `retry`. */
export const connectorJobMoveMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({
    act: ({ kind, id }, signal) =>
      call(kind === 'stop' ? connectorJobEndpoints.stop : connectorJobEndpoints.retry, { access, params: { id }, signal }),
    announce,
  })
