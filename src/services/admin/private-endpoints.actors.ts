/** Joins the operator's decisions on private endpoints to their calls. */
import type { EndpointRequest } from '#contract/settings/network/private-endpoint.ts'
import { privateEndpointEndpoints } from '#contract/settings/network/private-endpoints.ts'
import { type Decision, isDecisionComplete, networksIn } from '../../machines/settings/endpoint-entry.ts'
import { type Access, call } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000

export const endpointRequestsMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly EndpointRequest[]; total: number }> => {
    const { data, total } = await call(privateEndpointEndpoints.requests, { access, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause } })

/** `entry.decision` is what is done to the endpoint `entry.id`. */
export const endpointDecisionMachine = (access: Access, announce: (decision: Decision) => void) =>
  entryDialogOf({
    save: (entry, signal): Promise<unknown> => {
      const { id = '', decision, reason = '' } = entry
      const of = { access, params: { id }, signal }
      if (decision === 'approve') return call(privateEndpointEndpoints.approve, { ...of, body: { networks: networksIn(entry) } })
      const body = { reason: reason.trim() }
      return decision === 'refuse'
        ? call(privateEndpointEndpoints.refuse, { ...of, body })
        : call(privateEndpointEndpoints.withdraw, { ...of, body })
    },
    isValid: isDecisionComplete,
    announce: ({ decision }) => announce(decision as Decision),
  })
