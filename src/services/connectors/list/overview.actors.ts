/** Joins the chart of the list of connectors to its read and to the address of the page. */

import { connectorOverview, type OverviewVariables } from '#contract/connectors/list/connector-overview.graphql.ts'
import type { Overview } from '#contract/connectors/list/connector-overview.ts'
import { selectionOf } from '#contract/connectors/list/connector-selection.ts'
import { type OverviewRequest, overviewMachine } from '#src/machines/connectors/list/overview.machine.ts'
import { overviewNames, placeOf, queryIn } from '#src/machines/connectors/list/overview-place.ts'
import { windowSize } from '#src/machines/connectors/list/window.ts'
import { actorFrom } from '../../kit/actor.ts'
import { joinAddress } from '../../kit/address/address.actors.ts'
import { readAddress } from '../../kit/address/address.service.ts'
import type { Access } from '../../kit/api-client.ts'
import { askGraph } from '../../kit/graphql/graph-read.ts'
import { withTitle } from '../../kit/with-title.ts'
import { watchStarts } from '../runs/run-starts.actors.ts'

/** Reads one window of what is asked for. */
export const readWindow = (access: Access, { query, offset }: OverviewRequest, signal: AbortSignal) =>
  readOverview(access, { ...selectionOf(query), sort: query.sort, direction: query.direction, limit: windowSize, offset }, signal)

/** What the address of the page asks for. */
export const queryHere = () => queryIn(readAddress(overviewNames))

export const liveOverviewMachine = (access: Access) =>
  overviewMachine.provide({
    actors: {
      // `readAt` is by the local clock, because an age is counted on it.
      readWindow: actorFrom(async (asked: OverviewRequest, signal) => ({
        ...(await readWindow(access, asked, signal)),
        readAt: new Date().toISOString(),
      })),
      joinPlace: joinAddress(queryHere, placeOf),
      watchStarts: watchStarts({ type: 'connectors.moved' }),
    },
  })

/** One window of the list. A failure is titled as the error catalogue has it, and says why below. */
async function readOverview(access: Access, variables: OverviewVariables, signal: AbortSignal): Promise<Overview> {
  const reply = await withTitle('connector/list-failed', askGraph(access, connectorOverview, variables, signal))
  return reply.connectorOverview
}
