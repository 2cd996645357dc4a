import styled from 'styled-components'

import type { LimitUse, PlanState } from '#contract/billing/plan.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import { space } from '../../../theme/theme.ts'
import { Limit } from '../../kit/charts/Limit.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { shortDay } from '../../kit/format/times.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { planMessages as messages } from './plan.messages.ts'

type LimitsCardProps = { readonly state: Pick<PlanState, 'limits' | 'isOperator' | 'book' | 'plan' | 'bill'> }

/** How much of each limit that the server enforces is used. Records beyond the included ones are charged, or wait for the next month. */
export function LimitsCard({ state }: LimitsCardProps) {
  const { limits, isOperator } = state
  return (
    <SettingsCard title={messages.limitsTitle} sub={isOperator ? messages.operator : undefined}>
      <Lines>
        {inOrder(limits).map((it) => (
          <li key={it.limit}>
            {it.limit === 'records' ? <Records it={it} state={state} /> : <Limit {...it} {...wordsOf(it)} />}
          </li>
        ))}
      </Lines>
    </SettingsCard>
  )
}

/** Records first: they are what is paid for. */
const inOrder = (limits: readonly LimitUse[]) =>
  limits.toSorted((a, b) => Number(b.limit === 'records') - Number(a.limit === 'records'))

const wordsOf = ({ limit, level }: LimitUse) => ({
  label: messages.limits[limit],
  note: level === 'ok' ? undefined : level === 'near' ? messages.near : messages.full,
})

type RecordsProps = LimitsCardProps & { readonly it: LimitUse }

function Records({ it, state: { isOperator, book, plan, bill } }: RecordsProps) {
  if (it.max !== null) {
    const note = it.level === 'full' ? messages.recordsFull(shortDay(bill.to)) : wordsOf(it).note
    return <Limit {...it} label={messages.limits.records} note={note} />
  }
  const { included, perThousand } = book.plans[plan]
  if (isOperator || included === 0) return <Limit {...it} label={messages.limits.records} />
  if (it.used <= included) return <Limit {...it} max={included} label={messages.includedRecords} />
  const note = (
    <>
      {perThousand === 0 ? messages.nothingCharged : messages.charged}{' '}
      {perThousand === 0 ? null : <PlainLink href={articleHref('setting-options')}>{messages.budget}</PlainLink>}
    </>
  )
  return <Limit {...it} max={included} level="charged" label={messages.includedRecords} note={note} />
}

const Lines = styled.ul`
  display: grid;
  gap: ${space[16]};
  margin: 0;
  padding: 0;
  list-style: none;
`
