import { nextStarts } from '#contract/connectors/config/rhythm.ts'
import { type Schedule, type ScheduleForm, scheduleFormOf, scheduleOfForm } from '#src/machines/builder/draft/trigger.ts'
import { Segmented } from '../../kit/controls/Segmented.tsx'
import { moment } from '../../kit/format/times.ts'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { useNow } from '../../kit/text/use-now.ts'
import { builderMessages } from './builder.messages.ts'
import { ClockFields } from './ClockFields.tsx'
import { IntervalFields, type TypedInterval } from './IntervalFields.tsx'

const messages = builderMessages.start

/** Starts that are shown ahead. */
const startsShown = 3

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
      <NextRuns schedule={schedule} />
    </Stack>
  )
}

/** Of an interval they are counted from the deployment. */
function NextRuns({ schedule }: { readonly schedule: Schedule }) {
  const now = new Date(useNow())
  const starts = nextStarts(schedule, now, startsShown)
  if (starts.length === 0) return null
  return <Hint>{messages.nextRuns(starts.map((at) => moment(at, now)))}</Hint>
}
