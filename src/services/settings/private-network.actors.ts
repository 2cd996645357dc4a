/** Joins VPN configurations and private endpoints to their calls. */
import type { Gateway, GatewayName } from '#contract/settings/network/gateway.ts'
import { gatewayEndpoints } from '#contract/settings/network/gateways.ts'
import type { PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import { privateEndpointEndpoints } from '#contract/settings/network/private-endpoints.ts'
import { endpointFormOf, isEndpointComplete } from '../../machines/settings/endpoint-entry.ts'
import { gatewayFormOf, isGatewayComplete } from '../../machines/settings/gateway-entry.ts'
import { gatewayTestMachine } from '../../machines/settings/gateway-test.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { call } from './settings-call.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000

export const gatewayListMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly Gateway[]; total: number }> => {
    const { data, total } = await call(gatewayEndpoints.list, { access, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause } })

/** For those who build connectors. */
export const gatewayNamesMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly GatewayName[]; total: number }> => {
    const { data, total } = await call(gatewayEndpoints.names, { access, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause: 60_000 } })

/** @param announce is told whether it is a new one. */
export const gatewayDialogMachine = (access: Access, announce: (isNew: boolean) => void) =>
  entryDialogOf({
    save: (entry, signal) => {
      const { id = '', revision } = entry
      const body = gatewayFormOf(entry)
      if (id === '') return call(gatewayEndpoints.create, { access, body, signal })
      return call(gatewayEndpoints.update, { access, params: { id }, body: { ...body, revision: Number(revision) }, signal })
    },
    isValid: isGatewayComplete,
    announce: ({ id = '' }) => announce(id === ''),
  })

export const gatewayRemovalMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({ act: ({ id }, signal) => call(gatewayEndpoints.remove, { access, params: { id }, signal }), announce })

export const gatewayTestFor = (access: Access, announce: () => void) =>
  gatewayTestMachine.provide({
    actors: {
      send: actorFrom(async ({ id, target }, signal) => {
        const test = await call(gatewayEndpoints.test, { access, params: { id }, body: { target }, signal })
        announce()
        return test
      }),
    },
  })

export const endpointListMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly PrivateEndpoint[]; total: number }> => {
    const { data, total } = await call(privateEndpointEndpoints.list, { access, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause } })

export const endpointDialogMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: (entry, signal) => call(privateEndpointEndpoints.create, { access, body: endpointFormOf(entry), signal }),
    isValid: isEndpointComplete,
    announce,
  })

/** Remove it, ask again, or switch it: `choice` is then its revision. */
export const endpointActionMachine = (access: Access, announce: (kind: string) => void) =>
  confirmedActionOf({
    act: ({ kind, id, choice }, signal): Promise<unknown> => {
      const of = { access, params: { id }, signal }
      if (kind === 'remove') return call(privateEndpointEndpoints.remove, of)
      if (kind === 'ask') return call(privateEndpointEndpoints.again, of)
      return call(privateEndpointEndpoints.update, { ...of, body: { enabled: kind === 'on', revision: Number(choice) } })
    },
    announce: ({ kind }) => announce(kind),
  })
