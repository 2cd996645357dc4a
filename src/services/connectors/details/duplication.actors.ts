/** Joins the copying of a connector to its call. */

import { duplicateEndpoints } from '#contract/connectors/details/duplicate.ts'
import { type Copied, duplicationMachine } from '#src/machines/connectors/details/duplication.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { create } from '../../kit/idempotent-create.ts'

export const liveDuplicationMachine = (access: Access, onCopied: (copy: Copied) => void) =>
  duplicationMachine.provide({
    actors: { duplicate: actorFrom((input, signal) => duplicateConnector(access, input, signal)) },
    actions: { tellCopied: (_, copy) => onCopied(copy) },
  })

/** Copies a connector into a draft; tells how many secrets have to be entered again. */
async function duplicateConnector(
  access: Access,
  { connectorId }: { readonly connectorId: string },
  signal: AbortSignal,
): Promise<{ readonly connectorId: string; readonly name: string; readonly needs: number }> {
  const request = { access, params: { id: connectorId }, signal }
  const { needs, ...copy } = await create(duplicateEndpoints.duplicate, request)
  return { ...copy, needs: needs.length }
}
