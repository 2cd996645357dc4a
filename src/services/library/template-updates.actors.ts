/** Joins new versions of what connectors were started from to their calls. */
import { type TemplateUpdate, templateUpdateEndpoints } from '#contract/library/template-updates.ts'
import type { PlannedAction } from '../../machines/kit/confirmed-action.machine.ts'
import { type Access, call } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 60_000

export const templateUpdatesMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly TemplateUpdate[]; total: number }> => {
    const { data } = await call(templateUpdateEndpoints.list, { access, signal })
    return { items: data, total: data.length }
  }).provide({ delays: { refreshPause } })

/** `kind` is `accept` or `keep`; `choice` names the version and the connectors, as the address of a page does. */
export const updateDecisionMachine = (access: Access, announce: (action: PlannedAction) => void) =>
  confirmedActionOf({
    act: ({ kind, id, choice = '' }, signal) => {
      const [revision = '', ...connectorIds] = choice.split(' ')
      const body = { revision: Number(revision), connectorIds, accept: kind === 'accept' }
      return call(templateUpdateEndpoints.decide, { access, params: { id }, body, signal })
    },
    announce,
  })
