import { useRef } from 'react'
import { useSearchParams } from 'wouter'

import { type PeriodCode, periods } from '../../../contract/time-range.ts'
import type { StudioRange } from '../../machines/studio/studio.machine.ts'
import { studioWords } from '../../words/studio.ts'

export type StudioTabName = keyof typeof studioWords.tabs

const tabNames = Object.keys(studioWords.tabs) as StudioTabName[]
const firstTab: StudioTabName = 'universe'
const usualPeriod: PeriodCode = '1d'
const rangeNames = ['period', 'from', 'to'] as const

/** What of the studio stands in its address: the tab, the time that is looked at, and what belongs to the tab alone. */
export function useStudioPlace() {
  const [params, setParams] = useSearchParams()
  const left = useRef(new Map<StudioTabName, URLSearchParams>())
  const tab = tabNames.find((it) => it === params.get('tab')) ?? firstTab
  const [from, to] = [params.get('from') ?? undefined, params.get('to') ?? undefined]
  const hasDates = from !== undefined || to !== undefined
  const named = periods.find(({ code }) => code === params.get('period'))?.code
  const period = named === undefined || named === 'custom' ? (hasDates ? 'custom' : usualPeriod) : named
  const past = periods.find(({ code }) => code === period)?.span ?? undefined
  const range: StudioRange = past === undefined ? { from, to } : { past }

  /** Another tab opens as it was left; the time stays. */
  function chooseTab(next: StudioTabName) {
    setParams((before) => {
      left.current.set(tab, new URLSearchParams(before))
      const after = new URLSearchParams(left.current.get(next))
      for (const name of rangeNames) {
        const value = before.get(name)
        if (value === null) after.delete(name)
        else after.set(name, value)
      }
      if (next === firstTab) after.delete('tab')
      else after.set('tab', next)
      return after
    })
  }

  /** What was found in another time is not on the same page of it. */
  function choosePeriod(code: PeriodCode) {
    setParams((before) => {
      const after = new URLSearchParams(before)
      for (const name of [...rangeNames, 'page', 'open']) after.delete(name)
      if (code !== usualPeriod) after.set('period', code)
      return after
    })
  }

  return { tab, period, range, chooseTab, choosePeriod }
}
