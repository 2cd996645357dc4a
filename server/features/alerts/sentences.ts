/** How figures are written in the sentences of alarms. Instants in them are ISO 8601: whoever shows one writes it in a zone. */
import type { AlarmKind, AlarmSettings } from '#contract/alerts/alarm.ts'
import { counted } from '../kit/counted.ts'

/** At most one digit after the point. */
export const rounded = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })

/** The rule of each kind with the figures of the settings. */
export function ruleOf(kind: AlarmKind, settings: AlarmSettings): string {
  if (!settings[kind].isOn) return 'This alert is off.'
  const { late, quiet, strange, failing } = settings
  const rules: Readonly<Record<AlarmKind, string>> = {
    late: `Active when a start of the schedule is due for ${counted(late.graceMinutes, 'minute')} and no engine has begun the run. Resolved when it has.`,
    quiet: `Active when no record came for ${counted(quiet.hours, 'whole hour')} although some came in the same hours of at least 3 of the 4 weeks before, or of each of the 7 days before, and the connector was active all the time. Resolved when a record comes.`,
    strange: `Active when the records of a whole hour lie outside the forecast's 80 % band, made ${counted(strange.widening, 'time')} as wide, and at least 10 records and a tenth away from what was expected. Resolved when a later hour lies inside.`,
    failing: `Active when ${failing.errorRate} % of at least ${counted(failing.minRecords, 'record')} fail within the last three to four quarters of an hour, or ${failing.failedRuns === 1 ? 'a run fails' : `${failing.failedRuns} runs fail one after another`}, or one is refused with 401 or 403. Resolved when the newest run ends well and the rate is at most half of that.`,
  }
  return rules[kind]
}
