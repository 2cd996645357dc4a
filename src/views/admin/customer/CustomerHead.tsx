import { ArrowLeftRight, Download, Eye, Mail, PauseCircle, Play, Trash2, UserPlus } from 'lucide-react'
import styled from 'styled-components'

import { type CompanyStatus, companyLifecycle } from '#contract/admin/company.lifecycle.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import type { CustomerDecision, CustomerForm } from '../../../machines/admin/customer.page.machine.ts'
import { color, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { type PillLook, StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { dayOf } from '../../kit/format/times.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { ActionMenu, MenuButton, MenuOutLink } from '../../kit/menu/ActionMenu.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { customersMessages } from '../customers/customers.messages.ts'
import { customerMessages as messages } from './customer.messages.ts'

const looks = {
  active: 'on',
  suspended: 'held',
  pendingDeletion: 'late',
  deleting: 'working',
  deleted: 'stopped',
} as const satisfies Record<CompanyStatus, PillLook>

type CustomerProps = { readonly customer: CustomerDetails }
type Acts = {
  readonly onOpen: (form: CustomerForm) => void
  readonly onPlan: (decision: CustomerDecision, id: string) => void
}

const isGone = ({ status }: CustomerDetails) => status === 'deleting' || status === 'deleted'

export function CustomerBadges({ customer, failing }: CustomerProps & { readonly failing: number }) {
  return (
    <>
      <StatusPill look={looks[customer.status]} word={customersMessages.status[customer.status]} />
      {failing === 0 ? null : <StatusPill look="bad" word={messages.failing(failing)} />}
    </>
  )
}

/** What comes after the @ of the first administrator. */
const domainOf = ({ administrators, invited }: CustomerDetails) =>
  (administrators[0]?.email ?? invited[0]?.email)?.split('@').at(-1) ?? null

export function CustomerSub({ customer }: CustomerProps) {
  const { createdAt, plan, lastActiveAt } = customer
  const domain = domainOf(customer)
  return (
    <Facts>
      <li>{messages.since(dayOf(new Date(createdAt)))}</li>
      <li>{plan}</li>
      {domain === null ? null : <li>{domain}</li>}
      <li>
        {lastActiveAt === null ? (
          messages.notActive
        ) : (
          <>
            {messages.lastActive} <RelativeTime at={lastActiveAt} />
          </>
        )}
      </li>
    </Facts>
  )
}

/** What an operator does to the company. What takes something away from it stays in the menu. */
export function CustomerActions({ customer, onOpen, onPlan }: CustomerProps & Acts) {
  const { status, isOperator, administrators, look, id } = customer
  if (isGone(customer)) return null
  const may = allowedMoves(companyLifecycle, status)
  const mail = administrators.map(({ email }) => encodeURIComponent(email)).join(',')
  return (
    <>
      {may.includes('operator.reactivated') ? (
        <Button onPress={() => onPlan('reactivate', id)}>
          <Play aria-hidden="true" />
          {messages.actions.reactivate}
        </Button>
      ) : null}
      {isOperator || look !== null ? null : (
        <Button onPress={() => onOpen('look')}>
          <Eye aria-hidden="true" />
          {messages.actions.look}
        </Button>
      )}
      {isOperator ? null : <Button onPress={() => onOpen('limits')}>{messages.actions.limits}</Button>}
      <ActionMenu label={messages.actions.more}>
        <MenuButton onPress={() => onOpen('plan')}>
          <ArrowLeftRight aria-hidden="true" />
          {messages.actions.plan}
        </MenuButton>
        <MenuButton onPress={() => onOpen('export')}>
          <Download aria-hidden="true" />
          {messages.actions.export}
        </MenuButton>
        {administrators.length === 0 ? (
          <MenuButton onPress={() => onOpen('invite')} isBlocked={status !== 'active'}>
            <UserPlus aria-hidden="true" />
            {messages.actions.invite}
          </MenuButton>
        ) : (
          <MenuOutLink href={`mailto:${mail}`}>
            <Mail aria-hidden="true" />
            {messages.actions.write}
          </MenuOutLink>
        )}
        {isOperator ? null : (
          <>
            <Line />
            {may.includes('operator.suspended') ? (
              <MenuButton isDanger onPress={() => onOpen('suspend')}>
                <PauseCircle aria-hidden="true" />
                {messages.actions.suspend}
              </MenuButton>
            ) : null}
            {may.includes('operator.deleted') ? (
              <MenuButton isDanger onPress={() => onOpen('delete')}>
                <Trash2 aria-hidden="true" />
                {messages.actions.delete}
              </MenuButton>
            ) : null}
          </>
        )}
      </ActionMenu>
    </>
  )
}

/** Why the company cannot work as others do, and the way back. */
export function CustomerState({ customer, onPlan }: CustomerProps & Pick<Acts, 'onPlan'>) {
  const { status, statusSince, suspension, deletion, isOperator, id } = customer
  const reason =
    suspension === null ? '' : suspension.by === null ? suspension.reason : messages.banner.by(suspension.reason, suspension.by)
  const since = dayOf(new Date(statusSince))
  switch (status) {
    case 'active':
      return isOperator ? <Hint>{messages.operator}</Hint> : null
    case 'suspended':
      return (
        <Banner tone="warning" fact={messages.banner.suspended(since)}>
          {reason}
        </Banner>
      )
    case 'pendingDeletion':
      return (
        <Banner
          tone="danger"
          fact={messages.banner.planned(dayOf(new Date(deletion?.dueAt ?? statusSince)))}
          actions={<Button onPress={() => onPlan('restore', id)}>{messages.actions.restore}</Button>}
        >
          {reason}
        </Banner>
      )
    case 'deleting':
      return (
        <Banner tone="info" fact={messages.banner.deleting}>
          {messages.banner.rows(deletion?.rows ?? 0)}
        </Banner>
      )
    case 'deleted':
      return (
        <Banner tone="info" fact={messages.banner.deleted(dayOf(new Date(deletion?.endedAt ?? statusSince)))}>
          {messages.banner.kept}
        </Banner>
      )
  }
}

const Facts = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  margin: 0;
  padding: 0;
  list-style: none;

  & > li:not(:last-child)::after {
    content: '·';
    margin-left: ${space[12]};
  }
`

const Line = styled.hr`
  margin: ${space[4]} 0;
  border: 0;
  border-top: 1px solid ${color['border.subtle']};
`
