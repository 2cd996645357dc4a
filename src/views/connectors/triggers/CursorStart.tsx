import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { CursorActor } from '../../machines/cursor/cursor.machine.ts'
import {
  selectCanCancel,
  selectCanPreview,
  selectFrom,
  selectIsValueMissing,
  selectPreview,
  selectStage,
  selectValue,
} from '../../machines/cursor/cursor.selectors.ts'
import { space } from '../../theme/theme.ts'
import { cursorWords as words } from '../../words/cursor.ts'
import { Button } from '../parts/Button.tsx'
import { Row } from '../parts/blocks.ts'
import { Field } from '../parts/Field.tsx'
import { Select } from '../parts/Select.tsx'
import { Ring } from '../parts/Spinner.tsx'

/** From where on the next run is to read; nothing is set before what that means was shown. */
export function CursorStart({ actor, canStartAtValue }: { readonly actor: CursorActor; readonly canStartAtValue: boolean }) {
  const stage = useSelector(actor, selectStage)
  const from = useSelector(actor, selectFrom)
  const value = useSelector(actor, selectValue)
  const preview = useSelector(actor, selectPreview)
  const isValueMissing = useSelector(actor, selectIsValueMissing)
  const canPreview = useSelector(actor, selectCanPreview)
  const canCancel = useSelector(actor, selectCanCancel)
  if (preview !== null)
    return (
      <Frame role="group" aria-label={words.confirm}>
        <p role="status">{preview.text}</p>
        <Row>
          <Button kind="primary" isBlocked={stage !== 'confirming'} onPress={() => actor.send({ type: 'user.confirmed' })}>
            {stage === 'setting' ? <Ring /> : null}
            {stage === 'setting' ? words.setting : words.confirm}
          </Button>
          {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{words.cancel}</Button> : null}
        </Row>
      </Frame>
    )
  if (stage === 'previewing')
    return (
      <Row>
        <Ring label={words.previewing} />
        <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{words.cancel}</Button>
      </Row>
    )
  const offered = Object.entries(words.starts).filter(([it]) => canStartAtValue || it === 'beginning')
  return (
    <>
      <Select
        label={words.from}
        options={Object.fromEntries(offered) as typeof words.starts}
        value={from}
        onChoose={(it) => actor.send({ type: 'user.chose', from: it })}
      />
      {from === 'value' ? (
        <Field
          label={words.startValue}
          hint={words.startValueHint}
          value={value}
          error={isValueMissing ? words.valueMissing : undefined}
          onWrite={(text) => actor.send({ type: 'user.wrote', value: text })}
        />
      ) : null}
      <Row>
        <Button isBlocked={!canPreview} onPress={() => actor.send({ type: 'user.previewed' })}>
          {words.preview}
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
