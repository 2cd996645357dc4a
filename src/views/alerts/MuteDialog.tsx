import { useSelector } from '@xstate/react'
import type { AlarmActor, MuteLength } from '../../machines/alerts/alarm.machine.ts'
import { selectChoice } from '../../machines/alerts/alarm.machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Field } from '../kit/controls/Field.tsx'
import { Select } from '../kit/controls/Select.tsx'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { Row } from '../kit/layout/blocks.ts'
import { useCan } from '../kit/use-snapshot.ts'
import { alarmMessages } from './alarm.messages.ts'

const messages = alarmMessages.mute

/** How long an alarm is muted. Nothing while nobody asks. */
export function MuteDialog({ actor }: { readonly actor: AlarmActor }) {
  const choice = useSelector(actor, selectChoice)
  const canMute = useCan(actor, { type: 'user.muted' })
  if (choice === null) return null
  const leave = () => actor.send({ type: 'user.left' })
  return (
    <Dialog title={messages.title(alarmMessages.kinds[choice.kind])} onLeave={leave}>
      <p>{messages.what}</p>
      <Select<MuteLength>
        label={messages.for}
        options={messages.lengths}
        value={choice.length}
        onChoose={(length) => actor.send({ type: 'user.choseLength', length })}
      />
      {choice.length === 'day' ? (
        <Field
          label={messages.day}
          type="date"
          value={choice.day}
          onWrite={(day) => actor.send({ type: 'user.wroteDay', day })}
        />
      ) : null}
      <Row>
        <Button kind="primary" isBlocked={!canMute} onPress={() => actor.send({ type: 'user.muted' })}>
          {messages.confirm}
        </Button>
        <Button onPress={leave}>{messages.cancel}</Button>
      </Row>
    </Dialog>
  )
}
