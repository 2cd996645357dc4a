import type { ReactNode } from 'react'

import type { Trigger } from '../../../contract/config.ts'
import { builderWords as words } from '../../words/builder.ts'
import { Field } from '../parts/Field.tsx'

/** A year: longer no schedule waits. */
const secondsMax = 31_536_000

type TriggerFieldsProps = {
  readonly trigger: Trigger
  /** The seconds as they were typed, which may be no number that a schedule takes. */
  readonly seconds: string
  readonly onSeconds: (text: string) => void
  readonly onChange: (trigger: Trigger) => void
}

/** When a schedule runs. */
export function TriggerFields({ trigger, seconds, onSeconds, onChange }: TriggerFieldsProps): ReactNode {
  if (trigger.type !== 'schedule') return null
  if ('everySeconds' in trigger) {
    const text = shownSeconds(trigger.everySeconds, seconds)
    return (
      <Field
        label={words.seconds}
        name="everySeconds"
        inputMode="numeric"
        value={text}
        isRequired
        error={text !== '' && secondsOf(text) === 0 ? words.secondsFault : undefined}
        onWrite={(typed) => {
          onSeconds(typed)
          onChange({ type: 'schedule', everySeconds: secondsOf(typed) })
        }}
      />
    )
  }
  return (
    <>
      <Field
        label={words.cron}
        name="cron"
        hint={words.cronHint}
        value={trigger.cron}
        isRequired
        spellCheck={false}
        onWrite={(cron) => onChange({ ...trigger, cron })}
      />
      <Field
        label={words.timeZone}
        name="timeZone"
        hint={words.timeZoneHint}
        value={trigger.timeZone ?? ''}
        spellCheck={false}
        onWrite={(timeZone) => onChange({ type: 'schedule', cron: trigger.cron, ...(timeZone === '' ? {} : { timeZone }) })}
      />
    </>
  )
}

/** Whole seconds that a schedule takes; 0 of every other text, which no schedule is deployed with. */
function secondsOf(text: string): number {
  const trimmed = text.trim()
  return /^\d{1,8}$/.test(trimmed) && Number(trimmed) <= secondsMax ? Number(trimmed) : 0
}

/** What was typed, as long as the draft holds what it says. */
function shownSeconds(everySeconds: number, typed: string): string {
  if (secondsOf(typed) === everySeconds) return typed
  return everySeconds === 0 ? '' : String(everySeconds)
}
