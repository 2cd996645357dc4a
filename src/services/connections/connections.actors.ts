/** Joins connections to their calls. */
import type { ConnectionCheck, ConnectionItem } from '#contract/connections/connection.ts'
import { connectionEndpoints } from '#contract/connections/connections.ts'
import {
  authTypeOf,
  connectionFormOf,
  connectionTestMachine,
  isConnectionComplete,
} from '../../machines/connections/connection-entry.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { create } from '../kit/idempotent-create.ts'
import { listOf } from '../kit/list.actors.ts'

export const connectionListMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly ConnectionItem[]; total: number }> => {
    const { data, total } = await call(connectionEndpoints.list, { access, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause: 15_000 } })

/** @param announce is told whether it is a new one. */
export const connectionDialogMachine = (access: Access, announce: (isNew: boolean) => void) =>
  entryDialogOf({
    save: async (entry, signal) => {
      const { id = '', revision } = entry
      const signsIn = authTypeOf(entry) === 'oauth2AuthorizationCode'
      if (signsIn) return (await import('./sign-in.actors.ts')).saveAndLeave(access, entry, signal)
      const body = connectionFormOf(entry)
      if (id === '') return create(connectionEndpoints.create, { access, body, signal })
      return call(connectionEndpoints.update, { access, params: { id }, body: { ...body, revision: Number(revision) }, signal })
    },
    isValid: isConnectionComplete,
    announce: ({ id = '' }) => announce(id === ''),
  })

/** Delete it, or switch it. */
export const connectionActionMachine = (access: Access, announce: (kind: string) => void) =>
  confirmedActionOf({
    act: ({ kind, id }, signal): Promise<unknown> => {
      const of = { access, params: { id }, signal }
      if (kind === 'delete') return call(connectionEndpoints.remove, of)
      return call(kind === 'off' ? connectionEndpoints.switchOff : connectionEndpoints.switchOn, of)
    },
    announce: ({ kind }) => announce(kind),
  })

/** @param announce is told what came of it. */
export const connectionTestFor = (access: Access, announce: (check: ConnectionCheck) => void) =>
  connectionTestMachine.provide({
    actors: {
      send: actorFrom(async ({ id }: { readonly id: string }, signal) => {
        const check = await call(connectionEndpoints.test, { access, params: { id }, signal })
        announce(check)
        return check
      }),
    },
  })
