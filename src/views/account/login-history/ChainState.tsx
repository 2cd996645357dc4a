import { useSelector } from '@xstate/react'
import { ShieldCheck } from 'lucide-react'
import styled from 'styled-components'

import type { ChainCheck } from '#contract/kit/chain-check.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectCanRetry, selectPage, selectProblem } from '#src/machines/kit/list.selectors.ts'
import { color, space } from '#src/theme/theme.ts'
import { AlertBox, AlertTitle } from '../../kit/feedback/alert-box.ts'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { loginHistoryMessages } from './login-history.messages.ts'

const messages = loginHistoryMessages.chain

/** Whether every sign-in is there and is what was written. */
export function ChainState({ actor }: { readonly actor: ListActor }) {
  const problem = useSelector(actor, selectProblem)
  const canRetry = useSelector(actor, selectCanRetry)
  const [check] = useSelector(actor, selectPage<ChainCheck>)?.items ?? []
  if (problem !== null) {
    return <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
  }
  if (check === undefined) return null
  if (!check.isUnbroken) {
    return (
      <AlertBox>
        <AlertTitle>{messages.broken}</AlertTitle>
        <p>{messages.brokenAt(number(check.brokenAt ?? 0))}</p>
      </AlertBox>
    )
  }
  return (
    <Line role="status">
      <ShieldCheck aria-hidden="true" />
      {check.since === null ? (
        messages.empty
      ) : (
        <>
          {messages.whole(number(check.length))} <Moment at={check.since} />
        </>
      )}
    </Line>
  )
}

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]};
  color: ${color['text.muted']};

  & > svg {
    width: 1rem;
    height: 1rem;
    color: ${color['success.text']};
  }
`
