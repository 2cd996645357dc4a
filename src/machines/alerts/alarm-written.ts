/** Settings of alarms as they are typed, and what is wrong with them. `contract/alerts/alarm.ts`, AlarmSettings. */
import { type AlarmKind, type AlarmSettings, alarmLimits as limits, alarmPeopleMax as peopleMax } from '#contract/alerts/alarm.ts'

export type LimitedField = keyof typeof limits
export type WrittenField = LimitedField | 'from' | 'to'
export type Ticked = AlarmKind | 'toOwner' | 'tellsClearing' | 'hasQuietHours'

export type Written = {
  readonly fields: Readonly<Record<WrittenField, string>>
  readonly ticks: Readonly<Record<Ticked, boolean>>
  readonly people: readonly string[]
  /** Of the quiet hours. */
  readonly zone: string
}

/** Of a new pair of quiet hours. */
const usualNight = { from: 22, to: 6 } as const

/** @param zone where the person is; quiet hours that are set keep theirs. */
export function writtenOf({ late, quiet, strange, failing, delivery }: AlarmSettings, zone: string): Written {
  const night = delivery.quietHours ?? { ...usualNight, zone }
  const numbers = {
    graceMinutes: late.graceMinutes,
    hours: quiet.hours,
    widening: strange.widening,
    errorRate: failing.errorRate,
    minRecords: failing.minRecords,
    failedRuns: failing.failedRuns,
    from: night.from,
    to: night.to,
  }
  return {
    fields: Object.fromEntries(Object.entries(numbers).map(([field, value]) => [field, String(value)])) as Written['fields'],
    ticks: {
      ...{ late: late.isOn, quiet: quiet.isOn, strange: strange.isOn, failing: failing.isOn },
      ...{ toOwner: delivery.toOwner, tellsClearing: delivery.tellsClearing, hasQuietHours: delivery.quietHours !== null },
    },
    people: delivery.people,
    zone: night.zone,
  }
}

/** Which alarm a number belongs to; those of the quiet hours belong to none. */
const kindOf: Readonly<Record<LimitedField, AlarmKind>> = {
  graceMinutes: 'late',
  hours: 'quiet',
  widening: 'strange',
  errorRate: 'failing',
  minRecords: 'failing',
  failedRuns: 'failing',
}

/** Numbers that are asked for now: those of an alarm that is off are not. */
export function isFieldEnabled(field: WrittenField, { ticks }: Written): boolean {
  return field === 'from' || field === 'to' ? ticks.hasQuietHours : ticks[kindOf[field]]
}

const rangeOf = (field: WrittenField): readonly [number, number] => (field === 'from' || field === 'to' ? [0, 23] : limits[field])

/** Fields that hold no whole number within their limits. */
export function faultsIn(written: Written): readonly WrittenField[] {
  const fields = Object.keys(written.fields) as WrittenField[]
  return fields.filter((field) => {
    const text = written.fields[field].trim()
    const [min, max] = rangeOf(field)
    return isFieldEnabled(field, written) && !(/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max)
  })
}

export const isFull = ({ people }: Written) => people.length >= peopleMax

/** Of what fits. What is not asked for stays as it was. */
export function settingsOf(written: Written, before: AlarmSettings): AlarmSettings {
  const { ticks, people, zone } = written
  const old = writtenOf(before, zone).fields
  const value = (field: WrittenField) => Number((isFieldEnabled(field, written) ? written.fields : old)[field])
  const [from, to] = [value('from'), value('to')]
  return {
    late: { isOn: ticks.late, graceMinutes: value('graceMinutes') },
    quiet: { isOn: ticks.quiet, hours: value('hours') },
    strange: { isOn: ticks.strange, widening: value('widening') },
    failing: {
      isOn: ticks.failing,
      errorRate: value('errorRate'),
      minRecords: value('minRecords'),
      failedRuns: value('failedRuns'),
    },
    delivery: {
      toOwner: ticks.toOwner,
      people: [...people],
      tellsClearing: ticks.tellsClearing,
      quietHours: ticks.hasQuietHours ? { from, to, zone } : null,
    },
  }
}
