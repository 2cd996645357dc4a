import { useSelector } from '@xstate/react'
import { ShieldCheck } from 'lucide-react'
import styled from 'styled-components'
import type { ChainCheck } from '#contract/kit/chain-check.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage, selectProblem } from '#src/machines/kit/list.machine.ts'
import { color, space } from '#src/theme/theme.ts'
import { number } from '../format/numbers.ts'
import { partMessages } from '../parts.messages.ts'
import { Moment } from '../text/Moment.tsx'
import { useCan } from '../use-snapshot.ts'
import { AlertBox, AlertTitle } from './alert-box.ts'
import { RetryAlert } from './RetryAlert.tsx'

const messages = partMessages.chain

type ChainStateProps = {
  readonly actor: ListActor
  /** What the rows are, in the plural: "sign-ins". */
  readonly of: string
}

/** Whether every row of a record is there and is what was written. */
export function ChainState({ actor, of }: ChainStateProps) {
  const problem = useSelector(actor, selectProblem)
  const canRetry = useCan(actor, { type: 'user.retried' })
  const [check] = useSelector(actor, selectPage<ChainCheck>)?.items ?? []
  if (problem !== null) {
    return <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
  }
  if (check === undefined) return null
  if (!check.isUnbroken) {
    return (
      <AlertBox>
        <AlertTitle>{messages.broken(of)}</AlertTitle>
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
          {messages.whole(number(check.length), of)} <Moment at={check.since} />
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
