/** Where an alert leads: to what failed, or to the runs that did not come as usual. */
import type { Alarm } from '#contract/alerts/alarm.ts'
import { alarmMessages } from './alarm.messages.ts'

const active: ReadonlySet<Alarm['state']> = new Set(['raised', 'acknowledged'])
/** The first instant of a reason is where its evaluation begins. */
const instant = /\d{4}-\d\d-\d\dT[\d:.]+Z/

type Linked = Pick<Alarm, 'connectorId' | 'kind' | 'state' | 'reason'>

/** Null of an alert that is not active. */
export function alarmLink({ connectorId, kind, state, reason }: Linked) {
  if (!active.has(state)) return null
  const isFailing = kind === 'failing'
  const from = isFailing ? instant.exec(reason)?.[0] : undefined
  const place = { tab: isFailing ? 'problems' : 'runs', ...(from === undefined ? {} : { from }) }
  return {
    href: `/details/${connectorId}?${new URLSearchParams(place)}`,
    word: alarmMessages.links[isFailing ? 'problems' : 'runs'],
  }
}
