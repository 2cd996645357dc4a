import { fromCallback } from 'xstate'

import { paletteMachine } from '../../machines/shell/palette.machine.ts'
import type { Change, Found } from '../../machines/shell/palette.results.ts'
import { pauseConnector, resumeConnector } from '../connectors/details/connector.service.ts'
import { listConnectors } from '../connectors/list/connector-list.service.ts'
import { startRun } from '../connectors/runs/run.service.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { watchCalls } from './palette.service.ts'

const called = { search: { type: 'browser.calledSearch' }, keys: { type: 'browser.calledKeys' } } as const

async function change(access: Access, { verb, connectorId }: Change, signal: AbortSignal): Promise<unknown> {
  if (verb === 'run') return startRun(access, connectorId, signal)
  if (verb === 'pause') return pauseConnector(access, { connectorId }, signal)
  return resumeConnector(access, { connectorId }, signal)
}

/** It finds the connectors that the caller sees, and does what was confirmed; `onDone` hears of it. */
export const livePaletteMachine = (access: Access, onDone: (change: Change) => void) =>
  paletteMachine.provide({
    actors: {
      listConnectors: actorFrom<readonly Found[], void>(
        async (_, signal) => {
          const connectors = await listConnectors(access, undefined, signal)
          return connectors.map(({ _id: connectorId, name, status, health, undeployedChanges }) => {
            const isNew = status === 'Draft' || status === 'Failed'
            return { connectorId, name, status, health: health.level, isChanged: isNew || undeployedChanges.length > 0 }
          })
        },
        { limit: 10_000 },
      ),
      doChange: actorFrom<void, Change | null>(async (asked, signal) => {
        if (asked === null) return
        await change(access, asked, signal)
        onDone(asked)
      }),
      watchKeys: fromCallback(({ sendBack }) => watchCalls((call) => sendBack(called[call]))),
    },
  })
