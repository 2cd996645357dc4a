import { ruleFor } from '#contract/kit/time-range.ts'
import { type EndName, faultsIn, namedBy } from './range.ts'
import type { TimeFilterSnapshot } from './time-filter.machine.ts'
import { timeRangeOf } from './time-filter-place.ts'

export const selectPeriod = (snapshot: TimeFilterSnapshot) => snapshot.context.choice.period
export const selectQuestion = (snapshot: TimeFilterSnapshot) => snapshot.context.asked
export const selectEnds = (snapshot: TimeFilterSnapshot) => snapshot.context.choice.ends
export const selectAdjustedFrom = (snapshot: TimeFilterSnapshot) => snapshot.context.adjustedFrom
export const selectUnread = (snapshot: TimeFilterSnapshot) => snapshot.context.unread
export const selectZone = (snapshot: TimeFilterSnapshot) => snapshot.context.zone
/** How finely the range can be told, and how finely it is when nobody says. */
export const selectRule = ({ context: { asked, now } }: TimeFilterSnapshot) => ruleFor(timeRangeOf(asked, now), now)
const selectIsFaulty = (snapshot: TimeFilterSnapshot) => snapshot.matches('faulty')
/** Whether what stands in the fields is not yet what is asked for. */
export const selectIsEdited = (snapshot: TimeFilterSnapshot) => snapshot.matches('editing')
export const selectCanApply = (snapshot: TimeFilterSnapshot) => snapshot.can({ type: 'user.applied' })

/** What is wrong at an end; told once the range was to be applied. */
export const selectFault = (end: EndName) => (snapshot: TimeFilterSnapshot) =>
  selectIsFaulty(snapshot) ? faultsIn(snapshot.context.choice.ends, snapshot.context.zone)[end] : undefined

/** Of the instants that an end names; null while it names none. */
export const selectNamed = (end: EndName) => (snapshot: TimeFilterSnapshot) =>
  namedBy(snapshot.context.choice.ends[end], snapshot.context.zone)
