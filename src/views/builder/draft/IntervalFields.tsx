import type { Schedule } from '#src/machines/builder/draft/daily-time.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { builderMessages } from './builder.messages.ts'
import { Short } from './schedule-frame.ts'

const messages = builderMessages.start

/** A year: longer no schedule waits. */
const secondsMax = 31_536_000
const secondsOfUnit = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const
type Unit = keyof typeof secondsOfUnit

/** An interval as it was typed, which may be no number that a schedule takes. */
export type TypedInterval = { readonly text: string; readonly unit: Unit }
export const noInterval: TypedInterval = { text: '', unit: 'minutes' }

const unitOf = (seconds: number): Unit =>
  (['days', 'hours', 'minutes'] as const).find((unit) => seconds > 0 && seconds % secondsOfUnit[unit] === 0) ?? 'seconds'

/** Whole seconds that a schedule takes; 0 of every other text, which no schedule is deployed with. */
function secondsOf(text: string, unit: Unit): number {
  const seconds = /^\d{1,8}$/.test(text.trim()) ? Number(text) * secondsOfUnit[unit] : 0
  return seconds <= secondsMax ? seconds : 0
}

type IntervalFieldsProps = {
  readonly everySeconds: number
  readonly typed: TypedInterval
  readonly isBlocked: boolean
  readonly onType: (typed: TypedInterval) => void
  readonly onChange: (schedule: Schedule) => void
}

/** Every so many minutes, hours or days. */
export function IntervalFields({ everySeconds, typed, isBlocked, onType, onChange }: IntervalFieldsProps) {
  const isTyped = secondsOf(typed.text, typed.unit) === everySeconds
  const unit = isTyped || everySeconds === 0 ? typed.unit : unitOf(everySeconds)
  const text = isTyped ? typed.text : everySeconds === 0 ? '' : String(everySeconds / secondsOfUnit[unit])
  const write = (next: TypedInterval) => {
    onType(next)
    onChange({ type: 'schedule', everySeconds: secondsOf(next.text, next.unit) })
  }
  return (
    <Short>
      <Field
        label={messages.every}
        name="everySeconds"
        inputMode="numeric"
        value={text}
        isRequired
        isBlocked={isBlocked}
        error={text !== '' && secondsOf(text, unit) === 0 ? messages.intervalFault : undefined}
        onWrite={(next) => write({ text: next, unit })}
      />
      <Select<Unit>
        label={messages.unit}
        options={messages.units}
        value={unit}
        onChoose={(next) => write({ text, unit: next })}
      />
    </Short>
  )
}
