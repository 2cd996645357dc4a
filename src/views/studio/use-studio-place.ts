import { useRef } from 'react'
import { useSearchParams } from 'wouter'

import { studioMessages } from './studio.messages.ts'

export type StudioTabName = keyof typeof studioMessages.tabs

const tabNames = Object.keys(studioMessages.tabs) as StudioTabName[]
const firstTab: StudioTabName = 'universe'
const rangeNames = ['period', 'from', 'to'] as const

/** The tab of the studio in the address, beside the time that is looked at and what belongs to the tab alone. */
export function useStudioPlace() {
  const [params, setParams] = useSearchParams()
  const left = useRef(new Map<StudioTabName, URLSearchParams>())
  const tab = tabNames.find((it) => it === params.get('tab')) ?? firstTab

  /** Another tab opens as it was left; the time stays. */
  function chooseTab(next: StudioTabName) {
    // The address itself: what the filter put there a moment ago is not drawn yet.
    const before = new URLSearchParams(location.search)
    left.current.set(tab, before)
    const after = new URLSearchParams(left.current.get(next))
    for (const name of rangeNames) {
      const value = before.get(name)
      if (value === null) after.delete(name)
      else after.set(name, value)
    }
    if (next === firstTab) after.delete('tab')
    else after.set('tab', next)
    setParams(after)
  }

  return { tab, chooseTab }
}
