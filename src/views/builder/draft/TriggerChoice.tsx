import { useState } from 'react'

import type { Trigger } from '#contract/connectors/config/config.ts'
import type { Schedule } from '#src/machines/builder/draft/daily-time.ts'
import {
  type ScheduleForm,
  scheduleFormOf,
  type TriggerKind,
  triggerKinds,
  triggerOfKind,
} from '#src/machines/builder/draft/trigger.ts'
import { Choice } from '../../kit/controls/Choice.tsx'
import { builderMessages } from './builder.messages.ts'
import { noInterval } from './IntervalFields.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'

const messages = builderMessages.start

type TriggerChoiceProps = {
  readonly trigger: Trigger
  readonly isBlocked: boolean
  readonly onChange: (trigger: Trigger) => void
}

/** What starts a connector; of a schedule also when. What was typed for another choice comes back with it. */
export function TriggerChoice({ trigger, isBlocked, onChange }: TriggerChoiceProps) {
  const [left, setLeft] = useState<Readonly<Partial<Record<TriggerKind, Trigger>>>>({})
  const [forms, setForms] = useState<Readonly<Partial<Record<ScheduleForm, Schedule>>>>({})
  const [typed, setTyped] = useState(noInterval)
  return (
    <>
      <Choice<TriggerKind>
        label={messages.question}
        options={triggerKinds.map((value) => ({ value, ...messages.kinds[value] }))}
        value={trigger.type}
        isBlocked={isBlocked}
        onChoose={(chosen) => {
          setLeft({ ...left, [trigger.type]: trigger })
          onChange(left[chosen] ?? triggerOfKind[chosen])
        }}
      />
      {trigger.type === 'schedule' ? (
        <ScheduleFields
          schedule={trigger}
          typed={typed}
          isBlocked={isBlocked}
          left={forms}
          onType={setTyped}
          onLeave={(schedule) => setForms({ ...forms, [scheduleFormOf(schedule)]: schedule })}
          onChange={onChange}
        />
      ) : null}
    </>
  )
}
