import styled from 'styled-components'

import type { CustomerChange, CustomerConnector, CustomerPerson } from '#contract/admin/customer-page.ts'
import { type AuditAction, auditActions } from '#contract/kit/audit-actions.ts'
import { color, font, narrow } from '../../../theme/theme.ts'
import { LastRun } from '../../connectors/list/LastRun.tsx'
import { ConditionDot } from '../../connectors/list/OverviewCells.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { dayMinute } from '../../kit/format/times.ts'
import { Person } from '../../kit/identity/Avatar.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { shareText } from '../share.ts'
import { customerMessages as messages } from './customer.messages.ts'

const { connectors: ofConnectors, people: ofPeople, changes: ofChanges } = messages

const connectorColumns: readonly Column<CustomerConnector>[] = [
  {
    id: 'name',
    title: ofConnectors.columns.name,
    width: 'minmax(10rem, 2fr)',
    draw: ({ name }) => <Named title={name}>{name}</Named>,
  },
  {
    id: 'health',
    title: ofConnectors.columns.health,
    onPhone: 'state',
    width: 'minmax(7rem, 1fr)',
    draw: ({ condition }) => <ConditionDot condition={condition} />,
  },
  {
    id: 'run',
    title: ofConnectors.columns.run,
    onPhone: 'plain',
    width: 'minmax(10rem, 1.6fr)',
    draw: ({ lastRun, condition }) =>
      lastRun === null ? ofConnectors.never : <LastRun run={lastRun} isFailing={condition === 'failing'} />,
  },
  {
    id: 'records',
    title: ofConnectors.columns.records,
    onPhone: 'fact',
    width: '7rem',
    isNumeric: true,
    draw: ({ records }) => number(records),
  },
  {
    id: 'failed',
    title: ofConnectors.columns.failed,
    width: '5rem',
    isNumeric: true,
    draw: ({ failed, records }) => (records === 0 ? '–' : shareText(failed, records)),
  },
]

export function CustomerConnectors({ connectors }: { readonly connectors: readonly CustomerConnector[] }) {
  return <Table name={ofConnectors.title} rows={connectors} columns={connectorColumns} keyOf={({ id }) => id} isOneLine />
}

const personColumns: readonly Column<CustomerPerson>[] = [
  {
    id: 'name',
    title: ofPeople.columns.name,
    width: 'minmax(9rem, 1.4fr)',
    draw: ({ name, email }) => <Person name={name || email} />,
  },
  {
    id: 'email',
    title: ofPeople.columns.email,
    onPhone: 'state',
    width: 'minmax(10rem, 1.6fr)',
    draw: ({ email }) => <Muted title={email}>{email}</Muted>,
  },
  {
    id: 'role',
    title: ofPeople.columns.role,
    onPhone: 'plain',
    width: 'minmax(5rem, 0.8fr)',
    draw: ({ role, status }) => (status === 'active' ? ofPeople.roles[role] : ofPeople.statuses[status]),
  },
  {
    id: 'mfa',
    title: ofPeople.columns.mfa,
    onPhone: 'fact',
    width: 'minmax(4rem, 0.6fr)',
    draw: ({ hasSecondFactor }) =>
      hasSecondFactor ? (
        <StatusDot look="steady">{ofPeople.mfa.on}</StatusDot>
      ) : (
        <StatusDot look="warn">{ofPeople.mfa.off}</StatusDot>
      ),
  },
  {
    id: 'active',
    title: ofPeople.columns.active,
    width: 'minmax(6rem, 0.8fr)',
    draw: ({ lastActiveAt }) => (lastActiveAt === null ? ofPeople.never : <RelativeTime at={lastActiveAt} />),
  },
]

export function CustomerPeople({ people }: { readonly people: readonly CustomerPerson[] }) {
  return <Table name={ofPeople.title} rows={people} columns={personColumns} keyOf={({ id }) => id} isOneLine />
}

const nameOf = (action: string) => (action in auditActions ? auditActions[action as AuditAction] : action)
const whoOf = ({ actor: { kind, name, email } }: CustomerChange) =>
  kind === 'key' && name !== null ? ofChanges.key(name) : (name ?? email ?? ofChanges.kinds[kind])

const changeColumns: readonly Column<CustomerChange>[] = [
  {
    id: 'action',
    title: ofChanges.columns.action,
    onPhone: 'name',
    width: 'minmax(10rem, 1.6fr)',
    draw: ({ action }) => <Named>{nameOf(action)}</Named>,
  },
  { id: 'who', title: ofChanges.columns.who, onPhone: 'plain', width: 'minmax(8rem, 1.2fr)', draw: whoOf },
  {
    id: 'target',
    title: ofChanges.columns.target,
    onPhone: 'plain',
    width: 'minmax(8rem, 1.4fr)',
    draw: ({ target }) => target?.name ?? target?.type ?? ofChanges.absent,
  },
  {
    id: 'at',
    title: ofChanges.columns.at,
    onPhone: 'plain',
    width: '9rem',
    draw: ({ at }) => <time dateTime={at}>{dayMinute(new Date(at), new Date())}</time>,
  },
]

export function CustomerChanges({ changes }: { readonly changes: readonly CustomerChange[] }) {
  return <Table name={ofChanges.name} rows={changes} columns={changeColumns} keyOf={({ id }) => String(id)} isOneLine />
}

const Named = styled.span`
  font: ${font.strong};
`

const Muted = styled.span`
  color: ${color['text.muted']};

  ${narrow} {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`
