/** Joins the chart of the filter to the address of the page and to the clock. */
import { fromCallback } from 'xstate'

import { type TimeFilterTold, timeFilterMachine } from '../machines/time-filter/time-filter.machine.ts'
import { type FilterPlace, placeNames } from '../machines/time-filter/time-filter-place.ts'
import { endOfMinute, moveAddress, readAddress, watchAddress, watchMinutes, zoneHere } from '../services/time-filter.service.ts'

const placeHere = (): FilterPlace => readAddress(placeNames)

export const liveTimeFilterMachine = timeFilterMachine.provide({
  actors: {
    joinPlace: fromCallback<TimeFilterTold, void>(({ receive, sendBack }) => {
      let known = JSON.stringify(placeHere())
      receive(({ place, isTyped }) => {
        // What comes from here is no news here.
        known = JSON.stringify({ ...placeHere(), ...place })
        moveAddress(place, isTyped)
      })
      return watchAddress(() => {
        const place = placeHere()
        if (JSON.stringify(place) === known) return
        known = JSON.stringify(place)
        sendBack({ type: 'place.changed', place })
      })
    }),
    watchClock: fromCallback(({ sendBack }) => watchMinutes((now) => sendBack({ type: 'clock.ticked', now }))),
  },
})

/** How the filter opens: with what the address says. */
export const timeFilterHere = () => ({ place: placeHere(), zone: zoneHere(), now: endOfMinute() })
