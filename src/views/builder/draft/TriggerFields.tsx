import type { ReactNode } from 'react'

import type { Trigger } from '#contract/connectors/config/config.ts'
import { checkRhythm, nextStarts } from '#contract/connectors/config/rhythm.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { moment } from '../../kit/format/times.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { useNow } from '../../kit/text/use-now.ts'
import { builderMessages as messages } from './builder.messages.ts'

/** A year: longer no schedule waits. */
const secondsMax = 31_536_000
const secondsOfUnit = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const
type Unit = keyof typeof secondsOfUnit

type Schedule = Extract<Trigger, { readonly type: 'schedule' }>
type ByClock = Extract<Schedule, { readonly cron: string }>
/** An interval as it was typed, which may be no number that a schedule takes. */
export type TypedInterval = { readonly text: string; readonly unit: Unit }
export const noInterval: TypedInterval = { text: '', unit: 'minutes' }

type Changing = { readonly onChange: (trigger: Trigger) => void }
type Typing = { readonly typed: TypedInterval; readonly onType: (typed: TypedInterval) => void }
type TriggerFieldsProps = Changing & Typing & { readonly trigger: Trigger }

/** When a schedule runs. */
export function TriggerFields({ trigger, onChange, ...typing }: TriggerFieldsProps): ReactNode {
  if (trigger.type !== 'schedule') return null
  return (
    <>
      {'everySeconds' in trigger ? (
        <IntervalFields everySeconds={trigger.everySeconds} onChange={onChange} {...typing} />
      ) : (
        <ClockFields trigger={trigger} onChange={onChange} />
      )}
      <NextRuns trigger={trigger} />
    </>
  )
}

const unitOf = (seconds: number): Unit =>
  (['days', 'hours', 'minutes'] as const).find((unit) => seconds > 0 && seconds % secondsOfUnit[unit] === 0) ?? 'seconds'

/** Whole seconds that a schedule takes; 0 of every other text, which no schedule is deployed with. */
function secondsOf(text: string, unit: Unit): number {
  const seconds = /^\d{1,8}$/.test(text.trim()) ? Number(text) * secondsOfUnit[unit] : 0
  return seconds <= secondsMax ? seconds : 0
}

type IntervalProps = Changing & Typing & { readonly everySeconds: number }

function IntervalFields({ everySeconds, onChange, typed, onType }: IntervalProps) {
  const isTyped = secondsOf(typed.text, typed.unit) === everySeconds
  const unit = isTyped || everySeconds === 0 ? typed.unit : unitOf(everySeconds)
  const text = isTyped ? typed.text : everySeconds === 0 ? '' : String(everySeconds / secondsOfUnit[unit])
  const write = (next: TypedInterval) => {
    onType(next)
    onChange({ type: 'schedule', everySeconds: secondsOf(next.text, next.unit) })
  }
  return (
    <Row>
      <Field
        label={messages.every}
        name="everySeconds"
        inputMode="numeric"
        value={text}
        isRequired
        error={text !== '' && secondsOf(text, unit) === 0 ? messages.intervalFault : undefined}
        onWrite={(next) => write({ text: next, unit })}
      />
      <Select<Unit>
        label={messages.unit}
        options={messages.units}
        value={unit}
        onChoose={(next) => write({ text, unit: next })}
      />
    </Row>
  )
}

const simple = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6]|1-5)$/
const two = (text: string) => text.padStart(2, '0')

function ClockFields({ trigger, onChange }: Changing & { readonly trigger: ByClock }) {
  const { cron, timeZone } = trigger
  const [, minute, hour, days = ''] = simple.exec(cron.trim()) ?? []
  const isSimple = minute !== undefined && hour !== undefined && Number(minute) < 60 && Number(hour) < 24
  const time = isSimple ? `${two(hour)}:${two(minute)}` : ''
  const choose = (at: string, on: string) => {
    const [newHour, newMinute] = at.split(':').map(Number)
    onChange({ ...trigger, cron: `${newMinute ?? 0} ${newHour ?? 9} * * ${on === '' ? '*' : on}` })
  }
  const faults = cron.trim() === '' ? [] : checkRhythm(trigger)
  const faultAt = (path: string) => faults.find((it) => it.path === path)?.message
  return (
    <>
      <Row>
        <Select
          label={messages.days}
          options={isSimple ? messages.daysOfClock : { '': messages.asWritten, ...messages.daysOfClock }}
          value={isSimple ? days : ''}
          onChoose={(on) => {
            if (on !== '') choose(time === '' ? '09:00' : time, on)
          }}
        />
        <Field
          label={messages.time}
          name="time"
          type="time"
          value={time}
          onWrite={(at) => {
            if (/^\d\d:\d\d/.test(at)) choose(at, days)
          }}
        />
      </Row>
      <Field
        label={messages.cron}
        name="cron"
        hint={messages.cronHint}
        value={cron}
        isRequired
        spellCheck={false}
        error={faultAt('/cron')}
        onWrite={(text) => onChange({ ...trigger, cron: text })}
      />
      <Field
        label={messages.timeZone}
        name="timeZone"
        hint={messages.timeZoneHint}
        value={timeZone ?? ''}
        spellCheck={false}
        error={faultAt('/timeZone')}
        onWrite={(zone) => onChange({ type: 'schedule', cron, ...(zone === '' ? {} : { timeZone: zone }) })}
      />
    </>
  )
}

/** Of an interval they are counted from the deployment. */
function NextRuns({ trigger }: { readonly trigger: Schedule }) {
  const now = new Date(useNow())
  const starts = nextStarts(trigger, now, 3)
  if (starts.length === 0) return null
  return <Hint>{messages.nextRuns(starts.map((at) => moment(at, now)))}</Hint>
}
