import type { PlanState } from '#contract/billing/plan.ts'
import { monthOf } from '../../kit/format/times.ts'
import { Listed } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { BillLines } from './BillLines.tsx'
import { planMessages as messages } from './plan.messages.ts'

type BillCardProps = { readonly bill: PlanState['bill']; readonly currency: string }

/** What this month is charged for, line by line. */
export function BillCard({ bill, currency }: BillCardProps) {
  return (
    <SettingsCard title={messages.billTitle} sub={messages.soFarNote(monthOf(bill.from))}>
      {bill.lines.length === 0 ? (
        <p>{messages.nothing}</p>
      ) : (
        <BillLines lines={bill.lines} currency={currency} total={bill.total} totalName={messages.total} />
      )}
    </SettingsCard>
  )
}

/** What counts as a record that is charged. */
export function CountsCard() {
  return (
    <SettingsCard title={messages.countsTitle}>
      <Listed>
        {messages.counts.map((it) => (
          <li key={it}>{it}</li>
        ))}
      </Listed>
    </SettingsCard>
  )
}
