import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { livePasskeySetupMachine, passkeyListMachine, passkeyRenameMachine } from '../../../services/account/passkeys.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { PasskeysCard } from './PasskeysCard.tsx'
import { passkeysMessages as messages } from './passkeys.messages.ts'

/** The passkeys of the person, read again after each change. */
export function PasskeysSection({ own }: { readonly own: Own }) {
  const list = useMemo(() => passkeyListMachine(own), [own])
  const actor = useActorRef(list, { input: { query: {} }, inspect })
  const { setup, rename } = useMemo(() => {
    const changed = (message: string) => {
      actor.send({ type: 'user.refreshed' })
      void toast(message)
    }
    return {
      setup: livePasskeySetupMachine(own, (kind) => changed(kind === 'add' ? messages.added : messages.removed)),
      rename: passkeyRenameMachine(own, () => changed(messages.renamed)),
    }
  }, [own, actor])
  return <PasskeysCard actor={actor} setup={useActorRef(setup, { inspect })} rename={useActorRef(rename, { inspect })} />
}
