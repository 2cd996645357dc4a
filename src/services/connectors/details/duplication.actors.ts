/** Joins the copying of a connector to its call. */
import { type Copied, duplicationMachine } from '#src/machines/connectors/details/duplication.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { duplicateConnector } from './duplication.service.ts'

export const liveDuplicationMachine = (access: Access, onCopied: (copy: Copied) => void) =>
  duplicationMachine.provide({
    actors: { duplicate: actorFrom((input, signal) => duplicateConnector(access, input, signal)) },
    actions: { tellCopied: (_, copy) => onCopied(copy) },
  })
