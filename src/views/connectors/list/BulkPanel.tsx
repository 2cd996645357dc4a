import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { type BulkAction, bulkActions } from '#contract/connectors/list/connector-bulk.ts'
import type { BulkMoveActor } from '#src/machines/connectors/list/bulk-move.machine.ts'
import { selectChosen, selectIsFull, selectStage } from '#src/machines/connectors/list/bulk-move.selectors.ts'
import { chosenMax } from '#src/machines/connectors/list/chosen.ts'
import { color, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { BulkDialog } from './BulkDialog.tsx'
import { bulkMoveMessages as messages } from './bulk-move.messages.ts'

type BulkPanelProps = {
  readonly actor: BulkMoveActor
  /** What can be done to more than those that are chosen. */
  readonly children?: ReactNode
}

/** How many are chosen, and what can be done to them. */
export function BulkPanel({ actor, children }: BulkPanelProps) {
  const stage = useSelector(actor, selectStage)
  const chosen = useSelector(actor, selectChosen)
  const isFull = useSelector(actor, selectIsFull)
  const problem = useContextOf(actor, 'problem')
  const ask = (action: BulkAction) => actor.send({ type: 'user.requested', action })

  return (
    <>
      {stage === 'gathering' ? (
        <Bar role="group" aria-label={messages.name}>
          <p role="status">{messages.gathering}</p>
          <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.stop}</Button>
        </Bar>
      ) : chosen.length === 0 ? null : (
        <Bar role="group" aria-label={messages.name}>
          <p role="status">
            {messages.chosen(chosen.length)}
            {isFull ? `. ${messages.full(chosenMax)}` : null}
          </p>
          {bulkActions.map((action) => (
            <Button key={action} onPress={() => ask(action)}>
              {messages.ask[action]}
            </Button>
          ))}
          {children}
          <Button kind="quiet" onPress={() => actor.send({ type: 'user.cleared' })}>
            {messages.clear}
          </Button>
        </Bar>
      )}
      {stage === 'choosing' && problem !== null ? <ProblemAlert problem={problem} /> : null}
      {stage === 'choosing' || stage === 'gathering' ? null : <BulkDialog actor={actor} stage={stage} />}
    </>
  )
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['info.border']};
  border-radius: ${radius.card};
  background: ${color['info.subtle']};
  color: ${color['info.text']};
`
