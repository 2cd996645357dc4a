/** Joins the chart of the filter to the address of the page and to the clock. */
import { type EventObject, fromCallback } from 'xstate'

import type { PeriodCode } from '#contract/kit/time-range.ts'
import { type TimeFilterEmitted, timeFilterMachine } from '../../machines/analytics/time-filter.machine.ts'
import { type FilterPlace, placeNames } from '../../machines/analytics/time-filter-place.ts'
import { moveAddress, readAddress, watchAddress } from '../kit/address/address.service.ts'
import { endOfMinute, keepFilter, readStoredFilter, watchMinutes, zoneHere } from './time-filter.service.ts'

const everything: FilterPlace = { period: null, from: null, to: null, by: null, environment: null }

type Joined = {
  /** The parts of the address that are the filter's; it says nothing of the others and leaves them as they are. */
  readonly names: readonly (keyof FilterPlace)[]
  /** Parts that mean nothing any more once another time is chosen. */
  readonly left: readonly string[]
  /** Whether this tab keeps it, for a link that names nothing of it. */
  readonly isKept?: boolean
}

const isBlank = (place: FilterPlace) => Object.values(place).every((it) => it === null)

function placeHere({ names, isKept = false }: Joined): FilterPlace {
  const place = { ...everything, ...readAddress(names) }
  return isKept && isBlank(place) ? { ...everything, ...readStoredFilter(names) } : place
}

const joinPlace = (joined: Joined) =>
  fromCallback<TimeFilterEmitted, void>(({ receive, sendBack }) => {
    const { names, isKept = false } = joined
    const showKept = () => {
      if (isKept && isBlank({ ...everything, ...readAddress(names) })) moveAddress(readStoredFilter(names), true)
    }
    showKept()
    let known = JSON.stringify(placeHere(joined))
    receive(({ place, isTyped }) => {
      const mine = Object.fromEntries(joined.names.map((name) => [name, place[name]]))
      // What comes from here is no news here.
      known = JSON.stringify({ ...everything, ...mine })
      if (isKept) keepFilter({ ...mine })
      const left = isTyped ? [] : joined.left.map((name) => [name, null])
      moveAddress({ ...mine, ...Object.fromEntries(left) }, isTyped)
    })
    return watchAddress((isTravelled) => {
      // Whoever goes back to where nothing was chosen goes back to that.
      if (isTravelled && isKept) keepFilter(readAddress(names))
      else showKept()
      const place = placeHere(joined)
      if (JSON.stringify(place) === known) return
      known = JSON.stringify(place)
      sendBack({ type: 'place.changed', place })
    })
  })

const watchClock = fromCallback<EventObject, void>(({ sendBack }) =>
  watchMinutes((now) => sendBack({ type: 'clock.ticked', now })),
)

/** Of the dashboard: the time, how finely, and of which systems. */
const whole: Joined = { names: placeNames, left: [], isKept: true }
/** Of the figures of one connector: its systems are known. */
const ofConnector: Joined = { names: ['period', 'from', 'to', 'by'], left: [] }
/** Of a page whose lists are about the time alone. */
const timeAlone: Joined = { names: ['period', 'from', 'to'], left: ['page', 'open'] }

export const liveTimeFilterMachine = timeFilterMachine.provide({ actors: { joinPlace: joinPlace(whole), watchClock } })
export const liveConnectorFilterMachine = timeFilterMachine.provide({
  actors: { joinPlace: joinPlace(ofConnector), watchClock },
})
export const liveRangeMachine = timeFilterMachine.provide({ actors: { joinPlace: joinPlace(timeAlone), watchClock } })

const here = (joined: Joined) => ({ place: placeHere(joined), zone: zoneHere(), now: endOfMinute() })

/** How the filter opens: with what the address says. */
export const timeFilterHere = () => here(whole)
export const connectorFilterHere = () => here(ofConnector)
/** @param usual the period where the address names none. */
export const rangeHere = (usual: PeriodCode) => ({ ...here(timeAlone), usual })
