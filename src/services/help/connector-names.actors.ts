import { connectorListEndpoints } from '#contract/connectors/list/connector-list.ts'
import { type Access, call } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'

/** What a person chooses a connector by. */
export type ConnectorName = { readonly id: string; readonly name: string }

/** Milliseconds: names hardly change while one writes. */
const pause = 600_000

/** The connectors that the person sees. */
export const connectorNamesMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly ConnectorName[]; total: number }> => {
    const list = await call(connectorListEndpoints.list, { access, query: {}, signal })
    return { items: list.map(({ _id: id, name }) => ({ id, name })), total: list.length }
  }).provide({ delays: { refreshPause: pause } })
