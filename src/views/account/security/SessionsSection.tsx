import { useMemo } from 'react'

import { sessionEndMachine, sessionListMachine } from '../../../services/account/security.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { SessionsCard } from './SessionsCard.tsx'
import { securityMessages } from './security.messages.ts'

const messages = securityMessages.sessions

/** The sessions of the person, read again once one has ended. */
export function SessionsSection({ own }: { readonly own: Own }) {
  const actor = useMachine(() => sessionListMachine(own), [own], { query: {} })
  const end = useMemo(
    () =>
      sessionEndMachine(own, (kind) => {
        actor.send({ type: 'user.refreshed' })
        void toast(kind === 'one' ? messages.ended : messages.othersEnded)
      }),
    [own, actor],
  )
  return <SessionsCard actor={actor} end={useMachine(() => end, [end])} />
}
