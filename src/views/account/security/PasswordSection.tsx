import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import styled from 'styled-components'

import type { PasswordPolicy } from '#contract/auth/password.ts'
import { selectPage, selectStage } from '#src/machines/kit/list.machine.ts'
import { livePasswordChangeMachine, passwordDateMachine } from '../../../services/account/security.actors.ts'
import type { Own, PasswordFacts } from '../../../services/account/security.service.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { securityMessages } from './security.messages.ts'

const messages = securityMessages.password

type PasswordSectionProps = {
  readonly own: Own
  /** Of somebody who has to set another password first. */
  readonly onChanged?: () => void
}

/** The password of the person. */
export function PasswordSection({ own, onChanged }: PasswordSectionProps) {
  const since = useMachine(() => passwordDateMachine(own), [own], { query: {} })
  const [facts] = useSelector(since, selectPage<PasswordFacts>)?.items ?? []
  const hasFailed = useSelector(since, selectStage) === 'failed'
  if (facts === undefined && !hasFailed)
    return (
      <Room>
        <Spinner label={messages.loading} />
      </Room>
    )
  const changed = () => {
    since.send({ type: 'user.refreshed' })
    onChanged?.()
  }
  return <Change own={own} facts={facts ?? null} onChanged={changed} />
}

/** As high as the form that follows, so that nothing below it moves. */
const Room = styled.div`
  min-height: 290px;

  @media (max-width: 767px) {
    min-height: 438px;
  }
`

type ChangeProps = { readonly own: Own; readonly facts: PasswordFacts | null; readonly onChanged: () => void }

function Change({ own, facts, onChanged }: ChangeProps) {
  const latest = useRef(onChanged)
  latest.current = onChanged
  const policy: PasswordPolicy | null = facts?.policy ?? null
  const actor = useMachine(
    () =>
      livePasswordChangeMachine(own, (ended) => {
        void toast(messages.changed(ended))
        latest.current()
      }),
    [own],
    { policy, asksPassword: facts?.asksPassword ?? true },
  )
  return <PasswordCard actor={actor} since={facts === null ? null : <Dates facts={facts} />} />
}

function Dates({ facts: { changedAt, expiresAt } }: { readonly facts: PasswordFacts }) {
  return (
    <>
      {changedAt === null ? (
        messages.neverChanged
      ) : (
        <>
          {messages.lastChanged} <Moment at={changedAt} />
        </>
      )}
      {expiresAt === null ? null : (
        <>
          {' · '}
          {messages.expires} <Moment at={expiresAt} />
        </>
      )}
    </>
  )
}
