import { useSelector } from '@xstate/react'
import { useState } from 'react'
import styled from 'styled-components'

import { ipWhitelistTexts } from '#contract/settings/ip-whitelist-limits.ts'
import type { AddressCheckActor } from '../../../machines/settings/address-check.machine.ts'
import { isAddress } from '../../../machines/settings/ip-text.ts'
import { space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { ipWhitelistMessages } from './ip-whitelist.messages.ts'

const messages = ipWhitelistMessages.check

/** Whether an address would be let in, without trying it out. */
export function AddressCheckCard({ actor }: { readonly actor: AddressCheckActor }) {
  const [written, write] = useState('')
  const problem = useContextOf(actor, 'problem')
  const response = useContextOf(actor, 'response')
  const isBusy = useIsBusy(actor)
  const canRequest = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.requested' }))
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <Line
        onSubmit={(event) => {
          event.preventDefault()
          if (isAddress(written.trim())) actor.send({ type: 'user.requested', change: { address: written.trim() } })
        }}
      >
        <Field
          label={messages.field}
          value={written}
          isBlocked={isBusy}
          spellCheck={false}
          autoComplete="off"
          error={written === '' || isAddress(written.trim()) ? undefined : ipWhitelistTexts.address}
          onWrite={write}
        />
        {isBusy ? (
          <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.stop}</Button>
        ) : (
          <Button submits isBlocked={!canRequest}>
            {messages.button}
          </Button>
        )}
      </Line>
      <p role="status">
        {response === null ? null : (
          <StatusDot look={response.isAllowed ? 'ok' : 'bad'}>
            {response.isAllowed ? messages.allowed(response.address) : messages.refused(response.address)}
          </StatusDot>
        )}
      </p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </SettingsCard>
  )
}

const Line = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space[8]};

  & > :first-child {
    flex: 0 1 18rem;
  }
`
