import { type ByClock, cronOfDailyTime, dailyTimeOf, type Schedule, weekdays } from '#src/machines/builder/draft/daily-time.ts'
import { scheduleFaults } from '#src/machines/builder/draft/schedule-check.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { Fold } from '../systems/form-parts.tsx'
import { builderMessages } from './builder.messages.ts'
import { Days, DaysGroup, Short } from './schedule-frame.ts'

const messages = builderMessages.start

type ClockFieldsProps = {
  readonly schedule: ByClock
  readonly isBlocked: boolean
  readonly onChange: (schedule: Schedule) => void
}

/** A time on days of the week in a zone; an expression that says more is written under "Advanced". */
export function ClockFields({ schedule, isBlocked, onChange }: ClockFieldsProps) {
  const { cron, timeZone = '' } = schedule
  const daily = dailyTimeOf(cron)
  const { time, days } = daily ?? { time: '', days: [] }
  const faults = cron.trim() === '' ? [] : scheduleFaults(schedule)
  const faultAt = (path: string) => faults.find((it) => it.path === path)?.message
  const choose = (change: Partial<NonNullable<typeof daily>>) =>
    onChange({ ...schedule, cron: cronOfDailyTime({ time: time || '09:00', days, ...change }) })
  return (
    <>
      <DaysGroup>
        <legend>{messages.days}</legend>
        <Days>
          {weekdays.map((day) => (
            <label key={day}>
              <input
                type="checkbox"
                aria-label={messages.dayNames[day]}
                checked={days.includes(day)}
                // A schedule needs at least one day.
                disabled={isBlocked || (days.length === 1 && days[0] === day)}
                onChange={({ target }) => choose({ days: target.checked ? [...days, day] : days.filter((it) => it !== day) })}
              />
              <span aria-hidden="true">{messages.dayNames[day].slice(0, 3)}</span>
            </label>
          ))}
        </Days>
      </DaysGroup>
      {daily === null ? <Hint>{messages.asWritten}</Hint> : null}
      <Short>
        <Field
          label={messages.time}
          name="time"
          type="time"
          value={time}
          isBlocked={isBlocked}
          onWrite={(at) => {
            if (/^\d\d:\d\d/.test(at)) choose({ time: at, days: days.length === 0 ? weekdays : days })
          }}
        />
        <Field
          label={messages.timeZone}
          name="timeZone"
          value={timeZone}
          suggestions={zones()}
          isBlocked={isBlocked}
          spellCheck={false}
          hint={messages.timeZoneHint}
          error={faultAt('/timeZone')}
          onWrite={(zone) => onChange({ type: 'schedule', cron, ...(zone === '' ? {} : { timeZone: zone }) })}
        />
      </Short>
      <Fold title={messages.advanced} value={cron} isOpen={daily === null}>
        <Field
          label={messages.cron}
          name="cron"
          hint={messages.cronHint}
          value={cron}
          isRequired
          isBlocked={isBlocked}
          spellCheck={false}
          error={faultAt('/cron')}
          onWrite={(text) => onChange({ ...schedule, cron: text })}
        />
      </Fold>
    </>
  )
}

/** The list of the browser leaves out the zone that most servers use. */
const zones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
