/** Joins the chart of many connectors to its calls and to the list that they are chosen from. */

import { type BulkAction, type BulkOutcome, connectorBulkEndpoints } from '#contract/connectors/list/connector-bulk.ts'
import { bulkMoveMachine } from '#src/machines/connectors/list/bulk-move.machine.ts'
import { type Chosen, chosenMax } from '#src/machines/connectors/list/chosen.ts'
import type { OverviewActor } from '#src/machines/connectors/list/overview.machine.ts'
import type { OverviewQuery } from '#src/machines/connectors/list/overview-place.ts'
import { windowSize } from '#src/machines/connectors/list/window.ts'
import { actorFrom } from '../../kit/actor.ts'
import { type Access, call } from '../../kit/api-client.ts'
import { readWindow } from './overview.actors.ts'

async function gather(access: Access, query: OverviewQuery, signal: AbortSignal): Promise<readonly Chosen[]> {
  // By id, because a page may move while the next one is read.
  const chosen = new Map<string, Chosen>()
  for (let offset = 0; offset < chosenMax; offset += windowSize) {
    const { items, total } = await readWindow(access, { query, offset }, signal)
    for (const { id, name, status } of items) chosen.set(id, { id, name, status })
    if (offset + windowSize >= total) break
  }
  return [...chosen.values()]
}

/** Milliseconds: each pause waits for what is on its way. */
const moveLimit = 300_000

export const liveBulkMoveMachine = (access: Access, overview: OverviewActor) =>
  bulkMoveMachine.provide({
    actors: {
      gatherAll: actorFrom(({ query }: { readonly query: OverviewQuery }, signal) => gather(access, query, signal)),
      moveAll: actorFrom((input: Parameters<typeof moveConnectors>[1], signal) => moveConnectors(access, input, signal), {
        limit: moveLimit,
      }),
    },
    actions: { tellMoved: () => overview.send({ type: 'connectors.moved' }) },
  })

/** Pauses or resumes connectors, each by itself. */
async function moveConnectors(
  access: Access,
  input: { readonly action: BulkAction; readonly ids: readonly string[] },
  signal: AbortSignal,
): Promise<readonly BulkOutcome[]> {
  const body = { action: input.action, ids: [...input.ids] }
  const { results } = await call(connectorBulkEndpoints.move, {
    access,
    body,
    signal,
  })
  return results
}
