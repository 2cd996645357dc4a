import { lazy } from 'react'

import type { Schedule } from '#src/machines/builder/draft/daily-time.ts'
import { type ScheduleForm, scheduleFormOf, scheduleOfForm } from '#src/machines/builder/draft/trigger.ts'
import { Segmented } from '../../kit/controls/Segmented.tsx'
import { LazySection } from '../../kit/LazySection.tsx'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { builderMessages } from './builder.messages.ts'
import { ClockFields } from './ClockFields.tsx'
import { IntervalFields, type TypedInterval } from './IntervalFields.tsx'

const messages = builderMessages.start

/** Behind the form: it brings the parser of cron expressions. */
const NextRuns = lazy(async () => ({ default: (await import('./NextRuns.tsx')).NextRuns }))

type ScheduleFieldsProps = {
  readonly schedule: Schedule
  readonly typed: TypedInterval
  readonly isBlocked: boolean
  /** What was written in the other form. */
  readonly left: Readonly<Partial<Record<ScheduleForm, Schedule>>>
  readonly onType: (typed: TypedInterval) => void
  /** The form is left for the other one. */
  readonly onLeave: (schedule: Schedule) => void
  readonly onChange: (schedule: Schedule) => void
}

/** When a schedule runs: at an interval, or at a time on days of the week. */
export function ScheduleFields({ schedule, typed, isBlocked, left, onType, onLeave, onChange }: ScheduleFieldsProps) {
  const form = scheduleFormOf(schedule)
  return (
    <Stack role="group" aria-label={messages.schedule}>
      <div>
        <Segmented<ScheduleForm>
          label={messages.repeats}
          options={messages.forms}
          value={form}
          onChoose={(chosen) => {
            if (chosen === form || isBlocked) return
            onLeave(schedule)
            onChange(left[chosen] ?? scheduleOfForm(chosen, Intl.DateTimeFormat().resolvedOptions().timeZone))
          }}
        />
      </div>
      {'cron' in schedule ? (
        <ClockFields schedule={schedule} isBlocked={isBlocked} onChange={onChange} />
      ) : (
        <IntervalFields
          everySeconds={schedule.everySeconds}
          typed={typed}
          isBlocked={isBlocked}
          onType={onType}
          onChange={onChange}
        />
      )}
      <LazySection meanwhile={<Hint>{messages.nextRunsReading}</Hint>}>
        <NextRuns schedule={schedule} />
      </LazySection>
    </Stack>
  )
}
