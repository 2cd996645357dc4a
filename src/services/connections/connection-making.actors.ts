/** Makes a connection of the credentials that a step of a draft has saved. */
import type { ConnectionDetails } from '#contract/connections/connection.ts'
import { connectionPageEndpoints } from '#contract/connections/connection-page.ts'
import { type Access, call } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { create } from '../kit/idempotent-create.ts'

/** `path`: where the side stands in the configuration, e.g. `/source`. */
export type MakingSide = { readonly connectorId: string; readonly path: string }
/** `others`: how many other connectors hold the same address and secret. */
export type MadeConnection = { readonly connection: ConnectionDetails; readonly others: number }

export const connectionMakingOf = (access: Access, { connectorId, path }: MakingSide) =>
  entryDialogOf({
    save: async ({ name = '', visibility }, signal): Promise<MadeConnection> => {
      const shared = visibility === 'named' ? ('named' as const) : ('everyone' as const)
      const body = { connectorId, path, name: name.trim(), visibility: shared }
      const connection = await create(connectionPageEndpoints.make, { access, body, signal })
      // The connection is made: that the others cannot be looked for is no fault of it.
      const like = await call(connectionPageEndpoints.candidates, { access, params: { id: connection.id }, signal }).catch(
        () => null,
      )
      return { connection, others: (like?.data ?? []).filter((it) => it.connectorId !== connectorId).length }
    },
    isValid: ({ name = '' }) => name.trim() !== '',
  })
