import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ListActor, Page } from '#src/machines/kit/list.machine.ts'
import { selectCanRefresh, selectPage, selectProblem, selectStage } from '#src/machines/kit/list.machine.ts'
import { Button } from '../controls/Button.tsx'
import { ProblemAlert } from '../feedback/ProblemAlert.tsx'
import { listMessages as messages } from '../list.messages.ts'
import { useCan, useIsBusy } from '../use-snapshot.ts'
import { Age, Frame, Refresh, type Room, Skeleton, Tools } from './ListParts.tsx'

type ListFrameProps<Item> = {
  readonly actor: ListActor
  /** What is listed, in the plural: "connectors". */
  readonly name: string
  /** Drawn where the server answered that there is nothing. */
  readonly empty: ReactNode
  readonly children: (page: Page<Item>) => ReactNode
  /** Stands beside Refresh: search, filters. */
  readonly tools?: ReactNode
  /** Without tools: what is drawn is one thing of a page that has its own. */
  readonly isBare?: boolean
  /** Kept free while it is read for the first time, so that nothing moves below it. */
  readonly room?: Room
  /** One line high while it is read for the first time: most often it is empty. */
  readonly isLow?: boolean
}

/** Draws a list in each of its states: loading, failed, empty, there, read again, and stale with its age. */
export function ListFrame<Item>({
  actor,
  name,
  empty,
  children,
  tools,
  isBare = false,
  room,
  isLow = false,
}: ListFrameProps<Item>) {
  const stage = useSelector(actor, selectStage)
  const page = useSelector(actor, selectPage<Item>)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useIsBusy(actor)
  const canRetry = useCan(actor, { type: 'user.retried' })
  const canRefresh = useSelector(actor, selectCanRefresh)
  const retry = (
    <Button isBlocked={!canRetry} onPress={() => actor.send({ type: 'user.retried' })}>
      {messages.retry}
    </Button>
  )

  return (
    <Frame aria-label={name} aria-busy={isBusy || stage === 'refreshing'} $room={stage === 'loading' ? (room ?? null) : null}>
      {isBare ? null : (
        <Tools>
          {tools}
          <Refresh
            name={name}
            isTurning={stage === 'refreshing'}
            isBlocked={!canRefresh}
            onPress={() => actor.send({ type: 'user.refreshed' })}
          />
        </Tools>
      )}
      {stage === 'loading' ? <Skeleton name={name} isLow={isLow} /> : null}
      {problem === null ? null : <ProblemAlert problem={problem}>{retry}</ProblemAlert>}
      {problem === null || page === null ? null : <Age readAt={page.readAt} />}
      {page === null ? null : page.total === 0 ? empty : children(page)}
    </Frame>
  )
}
