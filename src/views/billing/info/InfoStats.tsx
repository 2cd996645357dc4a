import styled from 'styled-components'

import type { AccountInfo } from '#contract/billing/invoices.ts'
import { font } from '../../../theme/theme.ts'
import { BarChart } from '../../kit/charts/Chart.tsx'
import { money, shortMoney } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { dayOf, monthOf } from '../../kit/format/times.ts'
import { Stat, StatStrip } from '../../kit/layout/Stats.tsx'
import { infoSectionMessages as messages } from './info-section.messages.ts'

type InfoProps = { readonly info: AccountInfo }

/** What is due, until when, and how much more it is than before. */
export function InfoStats({ info: { currency, currentDue, dueDate, expenseIncrease, billingProfile } }: InfoProps) {
  const percent = expenseIncrease === null ? messages.none : messages.percent(signed(expenseIncrease))
  return (
    <StatStrip>
      <Stat
        label={messages.due}
        value={money(currentDue, currency)}
        note={currentDue === 0 ? messages.nothingDue : undefined}
        href="/account?tab=invoices"
      />
      <Stat label={messages.dueDate} value={dueDate === null ? messages.none : dayOf(new Date(dueDate))} />
      <Stat
        label={messages.increase}
        value={percent}
        note={expenseIncrease === null ? messages.noIncrease : messages.increaseNote}
      />
      <Stat
        label={messages.profile}
        value={<ProfileName>{billingProfile ?? messages.none}</ProfileName>}
        note={messages.profileNote}
      />
    </StatStrip>
  )
}

type OtherProps = { readonly other: AccountInfo['otherCurrencies'][number] }

/** What is due in a currency that the price book had before. */
export function OtherDue({ other: { currency, currentDue, dueDate } }: OtherProps) {
  return (
    <StatStrip>
      <Stat
        label={messages.dueIn(currency)}
        value={money(currentDue, currency)}
        note={currentDue === 0 ? messages.nothingDue : undefined}
        href="/account?tab=invoices"
      />
      <Stat label={messages.dueDate} value={dueDate === null ? messages.none : dayOf(new Date(dueDate))} />
    </StatStrip>
  )
}

/** A name, not a figure: it is shown whole. */
const ProfileName = styled.span`
  font: ${font.section};
  letter-spacing: 0;
  white-space: normal;
  overflow-wrap: anywhere;
`

const signed = (value: number) => (value > 0 ? `+${number(value)}` : number(value))

type PaymentsProps = {
  readonly info: Pick<AccountInfo, 'currency' | 'monthlyPayments'>
  /** The currency is one that the price book had before. */
  readonly isOther?: boolean
}

/** Twelve months as a chart, and as a table. */
export function PaymentsChart({ info: { currency, monthlyPayments }, isOther = false }: PaymentsProps) {
  // A chart without a bar says nothing.
  if (monthlyPayments.every(({ amount }) => amount === 0)) return null
  return (
    <BarChart
      title={isOther ? messages.chartIn(currency) : messages.chart}
      level={3}
      series={[{ name: messages.series, role: 'chart.1' }]}
      points={monthlyPayments.map(({ month, amount }) => ({
        key: month,
        tick: monthOf(month).slice(0, 3),
        title: monthOf(month),
        values: [amount],
      }))}
      empty={messages.empty}
      write={(amount) => money(amount, currency)}
      writeTick={(amount) => shortMoney(amount, currency)}
    />
  )
}
