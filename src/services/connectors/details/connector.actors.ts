/** Joins the charts of a connector, its deployment and its lists to the calls. */
import { fromCallback } from 'xstate'

import type { Run } from '#contract/connectors/runs/run.ts'
import { toProblem } from '#contract/kit/problem.ts'
import { connectorMachine } from '#src/machines/connectors/details/connector.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { listOf } from '../../kit/list.actors.ts'
import { liveDeploymentMachine } from '../deployments/deployment.actors.ts'
import { listRuns, startRun } from '../runs/run.service.ts'
import { watchRuns } from '../runs/run-marks.actors.ts'
import { startedPause, watchStarts } from '../runs/run-starts.actors.ts'
import { pauseConnector, removeConnector, resumeConnector, watchConnector } from './connector.service.ts'
import { readReading } from './reading.service.ts'

export const liveConnectorMachine = (access: Access) =>
  connectorMachine.provide({
    actors: {
      deployment: liveDeploymentMachine(access),
      pauseConnector: actorFrom((input, signal) => pauseConnector(access, input, signal), { late: 'connector/pause-timeout' }),
      resumeConnector: actorFrom((input, signal) => resumeConnector(access, input, signal), { late: 'connector/resume-timeout' }),
      startRun: actorFrom((input, signal) => startRun(access, input.connectorId, signal)),
      removeConnector: actorFrom((input, signal) => removeConnector(access, input, signal), { late: 'connector/delete-timeout' }),
      watchConnector: fromCallback(({ input, sendBack }) =>
        watchConnector(access, input, {
          tell: (connector) => sendBack({ type: 'server.reported', connector, readAt: new Date().toISOString() }),
          fail: (error) => sendBack({ type: 'server.failed', problem: toProblem(error) }),
        }),
      ),
    },
  })

const day = 86_400_000

/** A list of one: all that the page of a connector shows, of one instant and of the day before it; `query.connectorId`. */
export const connectorReadingMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const reading = await readReading(
      access,
      {
        connectorId: String(query['connectorId']),
        from: new Date(Date.now() - day).toISOString(),
        to: undefined,
      },
      signal,
    )
    return { items: [reading], total: 1 }
    // Sooner when the server tells of a change.
  }).provide({
    actors: { watchMoves: watchStarts({ type: 'records.moved' }) },
    delays: { refreshPause: 10_000, movedPause: startedPause },
  })

/** What of a run says that a list of runs is older than it. */
const markOf = ({ runId, status, waiting }: Run) => `${runId} ${status} ${waiting?.kind ?? ''}`

/**
 * One page of runs; `query.connectorId`, `page`, `limit`.
 * @param runs what the page of the connector reads: a run that it shows is in the list too.
 */
export const runListMachine = (access: Access, runs: ListActor) =>
  listOf((query, signal) =>
    listRuns(
      access,
      { connectorId: String(query['connectorId']), page: Number(query['page']), limit: Number(query['limit']) },
      signal,
    ),
  ).provide({
    actors: { watchMoves: watchRuns(runs, markOf, () => ({ type: 'records.moved' }), false) },
    delays: { refreshPause: 5_000, movedPause: startedPause },
  })
