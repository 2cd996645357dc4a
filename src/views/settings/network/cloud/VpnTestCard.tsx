import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import styled from 'styled-components'

import type { Gateway } from '#contract/settings/network/gateway.ts'
import { networkTexts, testTarget } from '#contract/settings/network/network-limits.ts'
import { type GatewayTestActor, isTarget } from '../../../../machines/settings/gateway-test.machine.ts'
import { color, font, space } from '../../../../theme/theme.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { Field } from '../../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../../kit/feedback/ProblemAlert.tsx'
import { StatusDot } from '../../../kit/feedback/StatusDot.tsx'
import { duration } from '../../../kit/format/spans.ts'
import { Hint } from '../../../kit/layout/blocks.ts'
import { SectionHeader } from '../../../kit/layout/SectionHeader.tsx'
import { useContextOf, useIsBusy } from '../../../kit/use-snapshot.ts'
import { cloudMessages } from './cloud.messages.ts'

const { test: messages } = cloudMessages

type VpnTestCardProps = { readonly actor: GatewayTestActor; readonly gateway: Gateway; readonly hide?: ReactNode }

/** A way that is opened through the gateway, and what each step answered; until then the newest test that is kept. */
export function VpnTestCard({ actor, gateway, hide }: VpnTestCardProps) {
  const [target, write] = useState(testTarget)
  const problem = useContextOf(actor, 'problem')
  const response = useContextOf(actor, 'response')
  const isBusy = useIsBusy(actor)
  const canRequest = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.requested' }))
  const test = response ?? (isBusy || problem !== null ? null : gateway.test)
  return (
    <section aria-label={messages.title(gateway.name)}>
      <SectionHeader title={messages.title(gateway.name)} right={hide} />
      <Hint>{messages.sub}</Hint>
      <Line
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'user.requested', change: { target } })
        }}
      >
        <Field
          label={messages.target}
          value={target}
          isBlocked={isBusy}
          spellCheck={false}
          error={isTarget(target) ? undefined : networkTexts.target}
          onWrite={write}
        />
        {isBusy ? (
          <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.stop}</Button>
        ) : (
          <Button submits isBlocked={!canRequest || !isTarget(target)}>
            {messages.button}
          </Button>
        )}
      </Line>
      <div role="status">
        {test === null ? null : (
          <>
            <StatusDot look={test.success ? 'ok' : 'bad'}>
              {test.success ? messages.well(test.target, duration(test.duration)) : messages.failed(test.target)}
            </StatusDot>
            <Steps aria-label={messages.steps}>
              {test.steps.map(({ step, isOk, said }) => (
                <li key={step}>
                  <StatusDot look={isOk ? 'ok' : 'bad'}>{messages.names[step]}</StatusDot>
                  <ServerReply>{said}</ServerReply>
                </li>
              ))}
            </Steps>
          </>
        )}
      </div>
      {gateway.failure === null ? null : <Hint>{messages.last(gateway.failure.said)}</Hint>}
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </section>
  )
}

const Line = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space[8]};
  margin: ${space[8]} 0;

  & > :first-child {
    flex: 0 1 22rem;
  }
`

const Steps = styled.ol`
  display: grid;
  gap: ${space[4]};
  margin: ${space[8]} 0 0;
  padding: 0;
  list-style: none;

  & > li {
    display: grid;
    grid-template-columns: minmax(9rem, max-content) minmax(0, 1fr);
    gap: ${space[8]};
  }
`

const ServerReply = styled.span`
  color: ${color['text.muted']};
  font: ${font.code};
  overflow-wrap: anywhere;
`
