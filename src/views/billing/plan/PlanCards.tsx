import styled from 'styled-components'

import type { PlanState } from '#contract/billing/plan.ts'
import { type PlanName, type PlanPrice, planNames } from '#contract/billing/price-book.ts'
import { color, font, radius, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { Listed } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { planMessages as messages } from './plan.messages.ts'

type PlanCardsProps = {
  readonly state: PlanState
  readonly mayChange: boolean
  readonly onChoose: (plan: PlanName) => void
}

/** The plans beside each other, each with what it costs and holds. */
export function PlanCards({ state: { plan, book }, mayChange, onChoose }: PlanCardsProps) {
  return (
    <SettingsCard title={messages.plansTitle} sub={mayChange ? messages.plansSub : messages.plansReadOnly}>
      <Cards>
        {planNames.map((name) => (
          <Card key={name} aria-label={name} $isOwn={name === plan}>
            <h3>{name}</h3>
            <Price>{messages.aMonth(money(book.plans[name].base, book.currency))}</Price>
            <Listed>
              {holdsOf(book.plans[name], book.currency).map((it) => (
                <li key={it}>{it}</li>
              ))}
            </Listed>
            <Foot>
              {name === plan ? (
                <StatusPill look="on" word={messages.current} />
              ) : mayChange ? (
                <Button onPress={() => onChoose(name)}>{messages.choose(name)}</Button>
              ) : null}
            </Foot>
          </Card>
        ))}
      </Cards>
    </SettingsCard>
  )
}

function holdsOf({ included, perThousand, connectors, members, records }: PlanPrice, currency: string): string[] {
  const { holds } = messages
  return [
    holds.included(number(included)),
    ...(records === null || records > included ? [holds.further(money(perThousand, currency))] : []),
    records === null ? holds.anyRecords : holds.records(number(records)),
    connectors === null ? holds.anyConnectors : holds.connectors(number(connectors)),
    members === null ? holds.anyMembers : holds.members(number(members)),
  ]
}

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr));
  gap: ${space[12]};
`

const Card = styled.section<{ readonly $isOwn: boolean }>`
  display: grid;
  grid-template-rows: auto auto 1fr auto;
  gap: ${space[8]};
  padding: ${space[16]};
  border: 1px solid ${({ $isOwn }) => color[$isOwn ? 'brand.solid' : 'border.subtle']};
  border-radius: ${radius.card};

  & > h3 {
    font: ${font.section};
  }

  & > ul {
    align-content: start;
  }
`

const Price = styled.p`
  font: ${font.strong};
`

const Foot = styled.div`
  min-height: 2rem;
`
