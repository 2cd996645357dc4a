import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { CursorActor } from '#src/machines/connectors/triggers/cursor.machine.ts'
import { selectStage } from '#src/machines/connectors/triggers/cursor.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { cursorMessages as messages } from './cursor.messages.ts'

/** From where on the next run is to read; nothing is set before what that means was shown. */
export function CursorStart({ actor, canStartAtValue }: { readonly actor: CursorActor; readonly canStartAtValue: boolean }) {
  const stage = useSelector(actor, selectStage)
  const from = useContextOf(actor, 'from')
  const value = useContextOf(actor, 'value')
  const preview = useContextOf(actor, 'preview')
  const isValueMissing = useContextOf(actor, 'isValueMissing')
  const canPreview = useCan(actor, { type: 'user.previewed' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  if (preview !== null)
    return (
      <Frame role="group" aria-label={messages.confirm}>
        <p role="status">{preview.text}</p>
        <Row>
          <Button kind="primary" isBlocked={stage !== 'confirming'} onPress={() => actor.send({ type: 'user.confirmed' })}>
            {stage === 'setting' ? <Ring /> : null}
            {stage === 'setting' ? messages.setting : messages.confirm}
          </Button>
          {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
        </Row>
      </Frame>
    )
  if (stage === 'previewing')
    return (
      <Row>
        <Ring label={messages.previewing} />
        <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button>
      </Row>
    )
  const offered = Object.entries(messages.starts).filter(([it]) => canStartAtValue || it === 'beginning')
  return (
    <>
      <Select
        label={messages.from}
        options={Object.fromEntries(offered) as typeof messages.starts}
        value={from}
        onChoose={(it) => actor.send({ type: 'user.chose', from: it })}
      />
      {from === 'value' ? (
        <Field
          label={messages.startValue}
          hint={messages.startValueHint}
          value={value}
          error={isValueMissing ? messages.valueMissing : undefined}
          onWrite={(text) => actor.send({ type: 'user.wrote', value: text })}
        />
      ) : null}
      <Row>
        <Button isBlocked={!canPreview} onPress={() => actor.send({ type: 'user.previewed' })}>
          {messages.preview}
        </Button>
      </Row>
    </>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`
