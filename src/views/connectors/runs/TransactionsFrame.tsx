import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { TransactionsActor, TransactionsPage } from '#src/machines/connectors/runs/transactions-cache.machine.ts'
import { selectPage, selectStage } from '#src/machines/connectors/runs/transactions-cache.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { age } from '../../kit/format/spans.ts'
import { Age, Frame, Refresh, Skeleton, Tools } from '../../kit/layout/ListParts.tsx'
import { useNow } from '../../kit/text/use-now.ts'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { transactionMessages as messages } from './transaction.messages.ts'

type TransactionsFrameProps = {
  readonly actor: TransactionsActor
  /** Stands beside Refresh. */
  readonly tools?: ReactNode
  /** Icons that keep to Refresh where the tools need two lines. */
  readonly icons?: ReactNode
  /** Drawn where the server answered that there is nothing. */
  readonly empty: ReactNode
  readonly children: (page: TransactionsPage) => ReactNode
}

/** Draws transactions as they were read, and says when that was: just now, earlier in this tab, or too long ago. */
export function TransactionsFrame({ actor, tools, icons, empty, children }: TransactionsFrameProps) {
  const stage = useSelector(actor, selectStage)
  const page = useSelector(actor, selectPage)
  const isKept = useContextOf(actor, 'isKept')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const canRefresh = useCan(actor, { type: 'user.refreshed' })
  const canRetry = useCan(actor, { type: 'user.retried' })

  return (
    <Frame aria-label={messages.name} aria-busy={isBusy || stage === 'refreshing'}>
      <Tools>
        {tools}
        <Icons>
          {icons}
          <Refresh
            name={messages.name}
            isTurning={stage === 'refreshing'}
            isBlocked={!canRefresh}
            onPress={() => actor.send({ type: 'user.refreshed' })}
          />
        </Icons>
      </Tools>
      {stage === 'loading' ? <Skeleton name={messages.name} /> : null}
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {page === null ? null : problem === null ? <ReadAt page={page} isKept={isKept} /> : <Age readAt={page.readAt} />}
      {page === null ? null : page.total === 0 ? empty : children(page)}
    </Frame>
  )
}

function ReadAt({ page, isKept }: { readonly page: TransactionsPage; readonly isKept: boolean }) {
  const now = useNow()
  const ago = age(now - Date.parse(page.readAt))
  return <Quiet>{isKept ? messages.keptFrom(ago) : messages.readAgo(ago)}</Quiet>
}

const Icons = styled.span`
  display: inline-flex;
  gap: ${space[4]};
`

const Quiet = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`
