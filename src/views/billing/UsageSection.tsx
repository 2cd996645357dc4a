import { useState } from 'react'

import type { UsageDays } from '#contract/billing/usage-days.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { usageDaysMachine } from '../../services/billing/usage.actors.ts'
import type { Role } from '../../theme/roles.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { BarChart } from '../kit/charts/Chart.tsx'
import { Segmented } from '../kit/controls/Segmented.tsx'
import { compact, number } from '../kit/format/numbers.ts'
import { calendarDay, shortDay } from '../kit/format/times.ts'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../kit/layout/SectionHeader.tsx'
import { usageMessages as messages } from './usage.messages.ts'

type View = keyof typeof messages.views

/** Charged records of this month by day, of all connectors or of each. Without any there is no chart. */
export function UsageSection() {
  const access = useAccess()
  const actor = useMachine(() => usageDaysMachine(access), [access], { query: {} })
  const [view, setView] = useState<View>('day')
  return (
    <section aria-label={messages.title}>
      <SectionHeader
        title={messages.title}
        beside={<Segmented label={messages.view} options={messages.views} value={view} onChoose={setView} />}
      />
      <ListFrame<UsageDays> actor={actor} name={messages.name} empty={null} isBare room={['248px', '248px']}>
        {({ items }) =>
          items.map((usage) =>
            usage.total === 0 ? <p key="none">{messages.none}</p> : <DaysChart key="days" usage={usage} view={view} />,
          )
        }
      </ListFrame>
    </section>
  )
}

type DaysChartProps = { readonly usage: UsageDays; readonly view: View }

/** As many as the server names, and one for the others. Red means failed elsewhere. */
const roles = ['chart.1', 'chart.2', 'chart.3', 'chart.5', 'chart.6'] as const satisfies readonly Role[]

export function DaysChart({ usage: { days, series }, view }: DaysChartProps) {
  const all = { name: messages.records, of: days.map((_, at) => series.reduce((sum, it) => sum + (it.records[at] ?? 0), 0)) }
  const parts = series.map(({ connectorId, name, records }) => ({
    name: connectorId === null ? messages.others : name === '' ? messages.deleted : name,
    of: records,
  }))
  const shown = view === 'day' ? [all] : parts
  return (
    <BarChart
      title={messages.records}
      isFlat
      series={shown.map(({ name }, at) => ({ name, role: roles[at] ?? 'chart.6' }))}
      points={days.map((day, at) => ({
        key: day,
        tick: at === days.length - 1 ? messages.today : shortDay(day),
        title: calendarDay(day),
        values: shown.map(({ of }) => of[at] ?? 0),
      }))}
      empty={messages.none}
      write={number}
      writeTick={compact}
    />
  )
}
