import type { PlanState } from '#contract/billing/plan.ts'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { dayOf, monthOf } from '../../kit/format/times.ts'
import { Stat, StatStrip } from '../../kit/layout/Stats.tsx'
import { planMessages as messages } from './plan.messages.ts'

/** The bill of this month in four figures. */
export function BillStats({ state: { plan, book, bill } }: { readonly state: PlanState }) {
  const { forecast, uncharged } = bill
  return (
    <StatStrip>
      <Stat label={messages.soFar} value={money(bill.total, book.currency)} note={messages.soFarNote(monthOf(bill.from))} />
      <Stat
        label={messages.forecast}
        value={forecast === null ? '–' : messages.about(money(forecast.total, book.currency))}
        note={forecast === null ? messages.noForecast : messages.forecastNote(number(forecast.days))}
      />
      <Stat
        label={messages.records}
        value={number(bill.records)}
        note={uncharged === 0 ? messages.ofIncluded(number(book.plans[plan].included)) : messages.uncharged(number(uncharged))}
      />
      <Stat label={messages.invoice} value={dayOf(new Date(bill.issuedAt))} />
    </StatStrip>
  )
}
