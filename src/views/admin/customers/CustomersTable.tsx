import styled from 'styled-components'

import type { Customer } from '#contract/admin/customers.ts'
import { color, font, space } from '../../../theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { listed } from '../../kit/format/listed.ts'
import { number } from '../../kit/format/numbers.ts'
import { Avatar } from '../../kit/identity/Avatar.tsx'
import { type Column, type Sort, Table } from '../../kit/layout/Table.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { shareText } from '../share.ts'
import { customersMessages as messages } from './customers.messages.ts'

const { columns: heads, health } = messages

function Health({ customer: { status, connectors, alerts, failed } }: { readonly customer: Customer }) {
  if (status !== 'active') return <StatusDot look="off">{messages.status[status]}</StatusDot>
  if (failed > 0 || alerts > 0)
    return (
      <StatusDot look={failed > 0 ? 'bad' : 'warn'}>
        {listed([...(failed > 0 ? [health.failed(failed)] : []), ...(alerts > 0 ? [health.alerts(alerts)] : [])])}
      </StatusDot>
    )
  return connectors === 0 ? <StatusDot look="off">{health.empty}</StatusDot> : <StatusDot look="ok">{health.fine}</StatusDot>
}

const columns: readonly Column<Customer>[] = [
  {
    id: 'name',
    title: heads.name,
    width: 'minmax(9rem, 2fr)',
    canSort: true,
    draw: ({ id, name }) => (
      <Name>
        <Avatar name={name} isSquare />
        <PlainLink href={`/admin/customers/${id}`} title={name}>
          {name}
        </PlainLink>
      </Name>
    ),
  },
  {
    id: 'plan',
    onPhone: 'plain',
    title: heads.plan,
    width: '10.5rem',
    canSort: true,
    draw: ({ plan, requestedPlan }) =>
      requestedPlan === null ? (
        plan
      ) : (
        <span>
          {plan}
          <RequestedPlan>{messages.requested(requestedPlan)}</RequestedPlan>
        </span>
      ),
  },
  {
    id: 'people',
    onPhone: 'fact',
    title: heads.people,
    width: '3.5rem',
    isNumeric: true,
    canSort: true,
    draw: ({ people }) => number(people),
  },
  {
    id: 'connectors',
    title: heads.connectors,
    width: '5.5rem',
    isNumeric: true,
    canSort: true,
    draw: ({ connectors }) => number(connectors),
  },
  {
    id: 'attention',
    title: heads.attention,
    onPhone: 'state',
    width: 'minmax(7.5rem, 1.2fr)',
    canSort: true,
    draw: (customer) => <Health customer={customer} />,
  },
  {
    id: 'records',
    title: heads.records,
    onPhone: 'fact',
    width: '8.5rem',
    isNumeric: true,
    canSort: true,
    draw: ({ records }) => number(records),
  },
  {
    id: 'failed',
    title: heads.failed,
    width: '7.5rem',
    isNumeric: true,
    draw: ({ failedAttempts, attempts }) => (attempts === 0 ? '–' : shareText(failedAttempts, attempts)),
  },
  {
    id: 'invoices',
    title: heads.invoices,
    width: '4.5rem',
    isNumeric: true,
    canSort: true,
    draw: ({ openInvoices }) => number(openInvoices),
  },
  {
    id: 'lastActive',
    title: heads.lastActive,
    width: '7rem',
    canSort: true,
    draw: ({ lastActiveAt }) => (lastActiveAt === null ? messages.notActive : <RelativeTime at={lastActiveAt} />),
  },
]

type CustomersTableProps = {
  readonly customers: readonly Customer[]
  readonly sort?: Sort
  readonly onSort?: (by: string) => void
  readonly onOpen: (id: string) => void
  /** Without what a narrow place has no room for. */
  readonly isShort?: boolean
}

const shortColumns = columns.filter(({ id }) => !['people', 'failed', 'invoices', 'lastActive'].includes(id))

export function CustomersTable({ customers, onOpen, isShort = false, ...rest }: CustomersTableProps) {
  return (
    <Table
      name={messages.name}
      rows={customers}
      columns={isShort ? shortColumns : columns}
      keyOf={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      isOneLine
      {...rest}
    />
  )
}

const Name = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-width: 0;
  max-width: 100%;
  color: ${color['text.default']};
  font: ${font.strong};

  & > a {
    overflow: hidden;
    color: inherit;
    text-decoration: none;
    text-overflow: ellipsis;
  }
`

const RequestedPlan = styled.span`
  display: block;
  color: ${color['text.muted']};
  font: ${font.dense};
`
