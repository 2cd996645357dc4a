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
    quiet: `Active when no record came for ${counted(quiet.hours, 'whole hour')} while the connector was active. In 3 of the last 4 weeks, or each of the last 7 days, the same hours had records. Resolved when a record comes.`,
    strange: `Active when the records of a whole hour are outside the forecast's 80 % band, widened by the factor ${strange.widening}. They must differ from the forecast by at least 10 records and a tenth. Resolved when a later hour is inside.`,
    failing: `Active when ${failing.errorRate} % of at least ${counted(failing.minRecords, 'record')} fail within the last 45 to 60 minutes. Also when ${failing.failedRuns === 1 ? 'a run fails' : `${failing.failedRuns} runs fail one after another`}, or one is refused with 401 or 403. Resolved when the newest run succeeds and the rate is at most half of that.`,
  }
  return rules[kind]
}
