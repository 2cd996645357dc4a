import { checkRhythm, nextStarts } from '#contract/connectors/config/rhythm.ts'
import type { Schedule } from '#src/machines/builder/draft/daily-time.ts'
import { provideScheduleCheck } from '#src/machines/builder/draft/schedule-check.ts'
import { moment } from '../../kit/format/times.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { useNow } from '../../kit/text/use-now.ts'
import { builderMessages } from './builder.messages.ts'

/** Starts that are shown ahead. */
const startsShown = 3

provideScheduleCheck(checkRhythm)

/** Of an interval they are counted from the deployment. */
export function NextRuns({ schedule }: { readonly schedule: Schedule }) {
  const now = new Date(useNow())
  const starts = nextStarts(schedule, now, startsShown)
  if (starts.length === 0) return null
  return <Hint>{builderMessages.start.nextRuns(starts.map((at) => moment(at, now)))}</Hint>
}
