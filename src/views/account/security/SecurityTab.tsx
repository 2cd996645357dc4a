import { useMemo } from 'react'
import styled from 'styled-components'
import { space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { livePasskeySetupMachine, passkeyListMachine, passkeyRenameMachine } from '../../../services/account/passkeys.actors.ts'
import {
  disconnectMachine,
  identityListMachine,
  sessionEndMachine,
  sessionListMachine,
} from '../../../services/account/security.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { IdentitiesCard } from './IdentitiesCard.tsx'
import { MfaSection } from './MfaSection.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { passkeysMessages as messages } from './passkeys.messages.ts'
import { SessionsCard } from './SessionsCard.tsx'
import { securityMessages } from './security.messages.ts'

/** What secures the account of the person. */
export function SecurityTab({ user, title }: AccountTabProps) {
  const access = useAccess()
  const own = useMemo(() => ({ access, userId: user._id }), [access, user._id])
  return (
    <PageFrame title={title} where={accountMessages.page}>
      <Cards>
        <MfaSection own={own} />
        <PasskeysSection own={own} />
        <PasswordSection own={own} />
        <SessionsSection own={own} />
        <IdentitiesSection own={own} />
      </Cards>
    </PageFrame>
  )
}

const Cards = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 47.5rem);
  gap: ${space[16]};
`

/** The identities of the person, read again once one was disconnected. */
function IdentitiesSection({ own }: { readonly own: Own }) {
  const actor = useMachine(() => identityListMachine(own), [own], { query: {} })
  const disconnect = useMemo(
    () =>
      disconnectMachine(own, () => {
        actor.send({ type: 'user.refreshed' })
        void toast(securityMessages.identities.disconnected)
      }),
    [own, actor],
  )
  return <IdentitiesCard actor={actor} disconnect={useMachine(() => disconnect, [disconnect])} />
}

/** The passkeys of the person, read again after each change. */
function PasskeysSection({ own }: { readonly own: Own }) {
  const actor = useMachine(() => passkeyListMachine(own), [own], { query: {} })
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
  return <PasskeysCard actor={actor} setup={useMachine(() => setup, [setup])} rename={useMachine(() => rename, [rename])} />
}

/** The sessions of the person, read again once one has ended. */
function SessionsSection({ own }: { readonly own: Own }) {
  const { sessions } = securityMessages
  const actor = useMachine(() => sessionListMachine(own), [own], { query: {} })
  const end = useMemo(
    () =>
      sessionEndMachine(own, (kind) => {
        actor.send({ type: 'user.refreshed' })
        void toast(kind === 'one' ? sessions.ended : sessions.othersEnded)
      }),
    [own, actor],
  )
  return <SessionsCard actor={actor} end={useMachine(() => end, [end])} />
}
