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
    late: `Active when a scheduled run is ${counted(late.graceMinutes, 'minute')} overdue. Resolved when the run starts.`,
    quiet: `Active when no records arrived for ${counted(quiet.hours, 'whole hour')} while the connector was active. Covers hours with records in 3 of the last 4 weeks. Also covers hours with records on each of the last 7 days. Resolved when records arrive again.`,
    strange: `Active when the records of a whole hour fall outside the expected range. The range is the forecast's 80 % band, widened by the factor ${strange.widening}. The difference must be at least 10 records and 10 % of the forecast. Resolved when a later hour is back in the range.`,
    failing: `Active when ${failing.errorRate} % of at least ${counted(failing.minRecords, 'record')} fail within 45 to 60 minutes. Also active when follow-up requests fail at the same rate. Also active when ${failing.failedRuns === 1 ? 'a run fails' : `${failing.failedRuns} runs fail in a row`}. Also active when a system rejects the newest run with HTTP 401 or 403. Resolved when the newest run succeeds and both rates are at most ${failing.errorRate / 2} %.`,
  }
  return rules[kind]
}
