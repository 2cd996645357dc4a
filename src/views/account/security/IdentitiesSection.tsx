import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { disconnectMachine, identityListMachine } from '../../../services/account/security.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { IdentitiesCard } from './IdentitiesCard.tsx'
import { securityMessages } from './security.messages.ts'

/** The identities of the person, read again once one was disconnected. */
export function IdentitiesSection({ own }: { readonly own: Own }) {
  const list = useMemo(() => identityListMachine(own), [own])
  const actor = useActorRef(list, { input: { query: {} }, inspect })
  const disconnect = useMemo(
    () =>
      disconnectMachine(own, () => {
        actor.send({ type: 'user.refreshed' })
        void toast(securityMessages.identities.disconnected)
      }),
    [own, actor],
  )
  return <IdentitiesCard actor={actor} disconnect={useActorRef(disconnect, { inspect })} />
}
