import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { RecentActor } from '#src/machines/studio/renderer/recent.machine.ts'
import { selectCanAsk } from '#src/machines/studio/renderer/recent.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Age, Frame, Refresh, Skeleton, Tools } from '../../kit/layout/ListParts.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { rendererMessages as messages } from './renderer.messages.ts'

type RecentFrameProps = {
  readonly actor: RecentActor
  /** The transaction that is looked at; null when there is none. */
  readonly transactionId: string | null
  readonly children: ReactNode
}

/** Around what is shown of the newest transactions: whether they are read, what went wrong, and what was left out. */
export function RecentFrame({ actor, transactionId, children }: RecentFrameProps) {
  const recent = useContextOf(actor, 'recent')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const canRefresh = useCan(actor, { type: 'user.refreshed' })
  const canRetry = useCan(actor, { type: 'user.retried' })
  const canAsk = useSelector(actor, selectCanAsk(transactionId ?? ''))
  const shown = recent?.items.find((it) => it.transactionId === transactionId)
  return (
    <Frame aria-label={messages.recent} aria-busy={isBusy}>
      <Tools>
        <Refresh
          name={messages.recent}
          isTurning={isBusy}
          isBlocked={!canRefresh}
          onPress={() => actor.send({ type: 'user.refreshed' })}
        />
      </Tools>
      {recent === null && isBusy ? <Skeleton name={messages.recent} /> : null}
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {problem === null || recent === null ? null : <Age readAt={recent.readAt} />}
      {recent === null ? null : recent.items.length === 0 ? (
        <EmptyState title={messages.none}>{messages.noneMore}</EmptyState>
      ) : shown?.payload.kind === 'left-out' ? (
        <EmptyState title={messages.leftOut}>
          {messages.leftOutMore}
          <Button isBlocked={!canAsk} onPress={() => actor.send({ type: 'user.requested', transactionId: shown.transactionId })}>
            {messages.ask}
          </Button>
        </EmptyState>
      ) : (
        children
      )}
    </Frame>
  )
}
