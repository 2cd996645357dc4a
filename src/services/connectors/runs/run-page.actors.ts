/** Joins the page of a run to the calls: what it shows, and the stop. */
import { runStopMachine } from '#src/machines/connectors/runs/run-stop.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { listOf } from '../../kit/list.actors.ts'
import { readRunReport, stopRun } from './run.service.ts'

/** A list of one: a run with what it lost; `query.connectorId`, `runId`. */
export const runReportMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const of = { connectorId: String(query['connectorId']), runId: String(query['runId']) }
    return { items: [await readRunReport(access, of, signal)], total: 1 }
  })

export const liveRunStopMachine = (access: Access, tellStopped: () => void) =>
  runStopMachine.provide({
    actors: { stopRun: actorFrom((input, signal) => stopRun(access, input, signal)) },
    actions: { tellStopped },
  })
