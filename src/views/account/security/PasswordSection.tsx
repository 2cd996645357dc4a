import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'

import { selectPage } from '../../../machines/kit/list.selectors.ts'
import { livePasswordChangeMachine, passwordDateMachine } from '../../../services/account/security.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { securityMessages } from './security.messages.ts'

const messages = securityMessages.password

/** The password of the person. */
export function PasswordSection({ own }: { readonly own: Own }) {
  const [change, date] = useMemo(
    () => [livePasswordChangeMachine(own, (ended) => void toast(messages.changed(ended))), passwordDateMachine(own)],
    [own],
  )
  const actor = useActorRef(change, { inspect })
  const since = useActorRef(date, { input: { query: {} }, inspect })
  const [changed] = useSelector(since, selectPage<{ readonly changedAt: string | null }>)?.items ?? []
  return (
    <PasswordCard
      actor={actor}
      since={
        changed === undefined ? null : changed.changedAt === null ? (
          messages.neverChanged
        ) : (
          <>
            {messages.lastChanged} <Moment at={changed.changedAt} />
          </>
        )
      }
    />
  )
}
