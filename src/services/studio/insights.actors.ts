/** Joins the list of findings and their dismissal to the calls. */
import { type DismissReason, dismissReasons, insightEndpoints } from '#contract/studio/insights.ts'
import type { StudioRange } from '../../machines/studio/studio.machine.ts'
import type { Access } from '../kit/api-client.ts'
import { call } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'

type Of = { readonly access: Access; readonly connectorId: string }

function timesOf({ past, from, to }: StudioRange): { readonly from?: string; readonly to?: string } {
  const begin = past === undefined ? from : new Date(Date.now() - past).toISOString()
  return { ...(begin === undefined ? {} : { from: begin }), ...(past !== undefined || to === undefined ? {} : { to }) }
}

/** A list of one: the findings of a time, with what they were looked for in. */
export const insightsMachine = ({ access, connectorId: id }: Of, range: StudioRange) =>
  listOf(async (_, signal) => {
    const read = await call(insightEndpoints.list, { access, params: { id }, query: timesOf(range), signal })
    return { items: [read], total: 1 }
  }).provide({ delays: { refreshPause: 300_000 } })

const reasonIn = (choice: string | undefined): DismissReason | undefined => dismissReasons.find((it) => it === choice)

/** `dismiss`, with the reason as the choice, and `restore`. */
export const insightActionMachine = ({ access, connectorId: id }: Of, announce: (kind: string) => void) =>
  confirmedActionOf({
    isComplete: ({ kind, choice }) => kind === 'restore' || reasonIn(choice) !== undefined,
    act: ({ kind, id: insightId, choice }, signal) => {
      const params = { id, insightId }
      if (kind === 'restore') return call(insightEndpoints.restore, { access, params, signal })
      return call(insightEndpoints.dismiss, { access, params, body: { reason: reasonIn(choice) ?? 'known' }, signal })
    },
    announce: ({ kind }) => announce(kind),
  })
