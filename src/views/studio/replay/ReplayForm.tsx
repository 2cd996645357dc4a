import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'
import type { ReplayActor } from '#src/machines/studio/replay/replay.machine.ts'
import { selectCanOrder, selectIsEmpty, selectStage } from '#src/machines/studio/replay/replay.machine.ts'
import type { ReplayFormActor } from '#src/machines/studio/replay/replay-form.machine.ts'
import { selectIsOfLedger } from '#src/machines/studio/replay/replay-form.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { replayMessages } from './replay.messages.ts'

type OfReplay = { readonly replay: ReplayActor }
type ReplayFormProps = OfReplay & {
  readonly form: ReplayFormActor
  /** What is written and chosen. */
  readonly fields: ReactNode
  /** Reads again what there is. */
  readonly refresh: ReactNode
}

const { form: messages, empty } = replayMessages

/** What is to be replayed. Start Replay makes a plan of it. */
export function ReplayForm({ replay, form, fields, refresh }: ReplayFormProps) {
  const why = useId()
  const stage = useSelector(replay, selectStage)
  const problem = useContextOf(replay, 'problem')
  const isEmpty = useSelector(replay, selectIsEmpty)
  const isOfLedger = useSelector(form, selectIsOfLedger)
  const canOrder = useSelector(replay, selectCanOrder(isOfLedger))
  const canCancel = useCan(replay, { type: 'user.cancelled' })
  const canReset = useCan(replay, { type: 'user.reset' })
  return (
    <Frame
      aria-label={messages.name}
      aria-busy={stage === 'reading' || stage === 'planning'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const { currentTarget } = event
        form.send({ type: 'user.started' })
        requestAnimationFrame(() => currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      }}
    >
      <CardTitle>{messages.name}</CardTitle>
      {isEmpty ? (
        <Notice role="status" aria-label={empty.title}>
          <Strong>{empty.title}</Strong>
          <p>{empty.text}</p>
          <Row>
            <RefreshData replay={replay} />
          </Row>
        </Notice>
      ) : null}
      {fields}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Row>
        <Button kind="primary" submits isBlocked={!canOrder} why={why}>
          {stage === 'planning' ? <Ring /> : null}
          {messages.start}
        </Button>
        {canCancel ? <Button onPress={() => replay.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
        <Button isBlocked={!canReset} why={why} onPress={() => form.send({ type: 'user.reset' })}>
          {messages.reset}
        </Button>
        {refresh}
      </Row>
      <Hint id={why}>{canOrder ? messages.startHint : messages.blocked[stage]}</Hint>
    </Frame>
  )
}

/** Reads again what there is to replay. */
export function RefreshData({ replay }: OfReplay) {
  const isReading = useSelector(replay, (snapshot) => selectStage(snapshot) === 'reading')
  const canRefresh = useCan(replay, { type: 'user.refreshed' })
  return (
    <Button isBlocked={!canRefresh} onPress={() => replay.send({ type: 'user.refreshed' })}>
      {isReading ? <Ring /> : null}
      {messages.refresh}
    </Button>
  )
}

const Frame = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  min-width: 0;
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Notice = styled.div`
  display: grid;
  gap: ${space[8]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['info.border']};
  border-radius: ${radius.card};
  background: ${color['info.subtle']};
  color: ${color['info.text']};
`

const Strong = styled.p`
  font: ${font.strong};
`
