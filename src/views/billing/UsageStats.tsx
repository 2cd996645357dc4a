import type { Usage } from '#contract/billing/usage.ts'
import { number } from '../kit/format/numbers.ts'
import { dayOf, monthOf } from '../kit/format/times.ts'
import { Stat, StatStrip } from '../kit/layout/Stats.tsx'
import { usageMessages as messages } from './usage.messages.ts'

type Bounded = Usage['connectors']

/** What the company uses, as it was measured, beside what its plan holds. */
export function UsageStats({ usage }: { readonly usage: Usage }) {
  const { plan, since, month, connectors, schedules, members, isOperator } = usage
  const noLimit = isOperator ? messages.operator : messages.noLimit
  return (
    <StatStrip>
      <Stat label={messages.plan} value={plan} note={messages.since(dayOf(new Date(since)))} />
      <Stat
        label={messages.delivered}
        value={number(month.delivered)}
        note={
          <>
            <div>{messages.month(monthOf(month.from))}</div>
            <div>{messages.others(number(month.failed), number(month.skipped))}</div>
          </>
        }
      />
      <Stat
        label={messages.connectors}
        value={number(connectors.used)}
        unit={limitOf(connectors)}
        note={leftOf(connectors) ?? noLimit}
      />
      <Stat
        label={messages.schedules}
        value={number(schedules.used)}
        unit={limitOf(schedules)}
        note={leftOf(schedules) ?? noLimit}
      />
      <Stat label={messages.members} value={number(members)} note={messages.membersNote} />
    </StatStrip>
  )
}

const limitOf = ({ max }: Bounded) => (max === null ? undefined : messages.of(number(max)))
const leftOf = ({ used, max }: Bounded) => (max === null ? null : messages.left(number(Math.max(0, max - used))))
