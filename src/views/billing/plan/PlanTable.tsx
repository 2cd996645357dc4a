import { type ReactNode, useState } from 'react'
import styled from 'styled-components'

import type { ComparedPlan, PlanComparison } from '#contract/billing/plan-comparison.ts'
import type { PlanName, PriceBook } from '#contract/billing/price-book.ts'
import { color, font, narrow, radius, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Segmented } from '../../kit/controls/Segmented.tsx'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { Chip } from '../../kit/text/Chip.ts'
import { planTableMessages as messages } from './plan-table.messages.ts'

type PlanTableProps = {
  readonly comparison: PlanComparison
  readonly book: Pick<PriceBook, 'plans' | 'currency'>
  /** The company operates the installation: no plan limits it. */
  readonly isOperator: boolean
  /** Left out for those who may not change the plan. */
  readonly onPreview?: ((plan: PlanName) => void) | undefined
}

type Row = { readonly id: string; readonly name: string; readonly draw: (plan: ComparedPlan) => ReactNode }

/** The plans side by side, the company's own one framed. On a narrow screen one at a time. */
export function PlanTable({ comparison: { plan: own, currency, plans }, book, isOperator, onPreview }: PlanTableProps) {
  const [chosen, setChosen] = useState<PlanName>(own)
  const price = (plan: PlanName) => book.plans[plan]
  const rows: readonly Row[] = [
    { id: 'base', name: messages.base, draw: ({ plan }) => priceOf(price(plan).base, currency) },
    { id: 'included', name: messages.included, draw: ({ plan }) => number(price(plan).included) },
    { id: 'beyond', name: messages.beyond, draw: (it) => beyondOf(it, price(it.plan), currency) },
    { id: 'connectors', name: messages.connectors, draw: ({ max }) => limitOf(max.connectors) },
    { id: 'members', name: messages.members, draw: ({ max }) => limitOf(max.members) },
    { id: 'schedules', name: messages.schedules, draw: ({ max }) => limitOf(max.schedules) },
    { id: 'features', name: messages.features, draw: () => messages.all },
    { id: 'usage', name: messages.usage, draw: (it) => <Usage it={it} currency={currency} /> },
    {
      id: 'action',
      name: '',
      draw: (it) => <Action it={it} isOwn={it.plan === own} onPreview={onPreview} />,
    },
  ]
  const places = (plan: PlanName) => ({ 'data-own': plan === own, 'data-chosen': plan === chosen })
  return (
    <>
      <OnPhone>
        <Segmented
          label={messages.choose}
          options={Object.fromEntries(plans.map(({ plan }) => [plan, plan])) as Record<PlanName, string>}
          value={chosen}
          onChoose={setChosen}
        />
      </OnPhone>
      <Grid>
        <thead>
          <tr>
            <td />
            {plans.map(({ plan }) => (
              <th key={plan} scope="col" {...places(plan)}>
                {plan} {plan === own ? <Own>{messages.own}</Own> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, draw }) => (
            <tr key={id} data-row={id}>
              {name === '' ? <td /> : <th scope="row">{name}</th>}
              {plans.map((it) => (
                <td key={it.plan} {...places(it.plan)}>
                  {draw(it)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Grid>
      {isOperator ? <Hint>{messages.operator}</Hint> : null}
      {plans.map(({ plan, cheaperFrom }) =>
        cheaperFrom === null ? null : <Hint key={plan}>{messages.cheaperFrom(plan, number(roundedUp(cheaperFrom)))}</Hint>,
      )}
    </>
  )
}

/** A figure that is easy to read and true as well. */
const roundedUp = (records: number) => (records < 10_000 ? records : Math.ceil(records / 1_000) * 1_000)

const limitOf = (max: number | null) => (max === null ? messages.noLimit : number(max))

/** "$499" where there are no cents. */
const priceOf = (amount: number, currency: string) =>
  amount === 0 ? messages.free : money(amount, currency).replace(/[.,]00(?=\D*$)/, '')

function beyondOf({ max }: ComparedPlan, { included, perThousand }: PriceBook['plans'][PlanName], currency: string): string {
  if (max.records !== null && max.records <= included) return messages.waits
  const cost = perThousand === 0 ? messages.free : messages.perThousand(money(perThousand, currency))
  return max.records === null ? cost : messages.upTo(cost, number(max.records))
}

function Usage({ it: { exceeded, total }, currency }: { readonly it: ComparedPlan; readonly currency: string }) {
  const [first] = exceeded
  if (first === undefined) return <b>{total === 0 ? messages.free : money(total, currency)}</b>
  return <Muted>{messages.tooMany[first.limit](first.used - first.max)}</Muted>
}

type ActionProps = Pick<PlanTableProps, 'onPreview'> & { readonly it: ComparedPlan; readonly isOwn: boolean }

function Action({ it: { plan, exceeded, isCheapest }, isOwn, onPreview }: ActionProps) {
  const stops = exceeded.length > 0
  return (
    <Actions>
      {isCheapest ? <Muted>{messages.cheapest}</Muted> : null}
      {isOwn || onPreview === undefined ? null : (
        <Button kind={stops ? 'link' : 'secondary'} onPress={() => onPreview(plan)}>
          {stops ? messages.stops : messages.preview(plan)}
        </Button>
      )}
    </Actions>
  )
}

const OnPhone = styled.div`
  display: none;

  ${narrow} {
    display: grid;

    & > div {
      display: flex;
      margin-bottom: ${space[8]};
    }

    & button {
      flex: 1;
      height: 2.25rem;
    }
  }
`

const Own = styled(Chip)`
  margin-left: ${space[4]};
  background: ${color['brand.subtle']};
  color: ${color['brand.onSubtle']};
`

const Muted = styled.span`
  color: ${color['text.muted']};
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
`

const Grid = styled.table`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  table-layout: fixed;
  font-variant-numeric: tabular-nums;

  & th,
  & td {
    height: 2rem;
    padding: ${space[4]} ${space[16]};
    border-bottom: 1px solid ${color['border.subtle']};
    font-weight: 400;
    text-align: left;
    overflow-wrap: anywhere;
  }

  & thead > tr > * {
    height: 2.75rem;
    font: ${font.section};
    font-weight: 500;
  }

  & tr > :first-child {
    width: 22%;
    padding-left: 0;
    color: ${color['text.muted']};
  }

  & [data-own='true'] {
    border-right: 1px solid ${color['brand.solid']};
    border-left: 1px solid ${color['brand.solid']};
    background: ${color['bg.surface']};
  }

  & thead [data-own='true'] {
    border-top: 1px solid ${color['brand.solid']};
    border-radius: ${radius.card} ${radius.card} 0 0;
  }

  & [data-row='usage'] > *,
  & [data-row='usage'] b {
    font-weight: 500;
  }

  & [data-row='action'] > * {
    height: 2.5rem;
    border-bottom-color: transparent;
  }

  & [data-row='action'] > [data-own='true'] {
    border-bottom-color: ${color['brand.solid']};
    border-radius: 0 0 ${radius.card} ${radius.card};
  }

  ${narrow} {
    & tr > :first-child {
      width: 44%;
    }

    & [data-chosen='false'] {
      display: none;
    }

    & tr > [data-chosen='true'] {
      border-width: 0 0 1px;
      border-color: ${color['border.subtle']};
      border-radius: 0;
    }

    & tr[data-row='action'] > [data-chosen='true'] {
      border-width: 0;
    }
  }
`
