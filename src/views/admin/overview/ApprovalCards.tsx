import styled from 'styled-components'

import type { PlanDecision } from '#contract/admin/approval-limits.ts'
import type { Approval } from '#contract/admin/approvals.ts'
import type { EndpointRequest } from '#contract/settings/network/private-endpoint.ts'
import type { Decision } from '../../../machines/settings/endpoint-entry.ts'
import { color, font, radius, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Disclosure } from '../../kit/controls/Disclosure.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { number } from '../../kit/format/numbers.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { adminMessages } from '../admin.messages.ts'

const { waiting: messages } = adminMessages
/** Cards before the rest is folded. */
const shownMax = 5

type Decides = {
  readonly onDecide: (endpoint: EndpointRequest, decision: Decision) => void
  readonly onDecidePlan: (approval: Approval, decision: PlanDecision) => void
}
type ApprovalCardsProps = { readonly approvals: readonly Approval[]; readonly total: number } & Decides

/** Each with what it is, whose it is, who asked, since when, and what leads to its decision. */
export function ApprovalCards({ approvals, total, ...decides }: ApprovalCardsProps) {
  const rest = approvals.slice(shownMax)
  const cards = (of: readonly Approval[]) =>
    of.map((it) => <ApprovalCard key={`${it.kind} ${it.id}`} approval={it} {...decides} />)
  return (
    <Cards aria-label={messages.title}>
      <SectionHeader title={messages.title} note={number(total)} />
      {cards(approvals.slice(0, shownMax))}
      {rest.length === 0 ? null : (
        <Disclosure title={messages.more(total - shownMax)}>
          <Rest>{cards(rest)}</Rest>
        </Disclosure>
      )}
    </Cards>
  )
}

export function NothingWaits() {
  return (
    <Cards aria-label={messages.title}>
      <SectionHeader title={messages.title} note={number(0)} />
      <Quiet>{messages.none}</Quiet>
    </Cards>
  )
}

function ApprovalCard({ approval, ...decides }: { readonly approval: Approval } & Decides) {
  const { kind, company, subject, askedBy, since } = approval
  return (
    <Card>
      <strong>{messages.kinds[kind]}</strong>
      <Quiet>{messages.about(company, subject)}</Quiet>
      {approval.endpoint === null ? null : <Address>{approval.endpoint.endpointUrl}</Address>}
      {askedBy === null ? null : <Quiet>{messages.askedBy(askedBy)}</Quiet>}
      {kind === 'personDeletion' ? <Quiet>{messages.byCompany}</Quiet> : null}
      <Foot>
        <Actions approval={approval} {...decides} />
        <RelativeTime at={since} />
      </Foot>
    </Card>
  )
}

function Actions({ approval, onDecide, onDecidePlan }: { readonly approval: Approval } & Decides) {
  const { kind, id, endpoint } = approval
  if (kind === 'support')
    return (
      <LinkButton $isQuiet href={`/support-requests?open=${id}`}>
        {messages.open}
      </LinkButton>
    )
  if (kind === 'publication')
    return (
      <LinkButton $isQuiet href={`/admin/enterprise-library?open=${id}`}>
        {messages.review}
      </LinkButton>
    )
  if (kind === 'plan')
    return (
      <span>
        <Button onPress={() => onDecidePlan(approval, 'approve')}>{messages.approve}</Button>
        <Button kind="quiet" onPress={() => onDecidePlan(approval, 'decline')}>
          {messages.decline}
        </Button>
      </span>
    )
  if (endpoint === null) return <span />
  return (
    <span>
      <Button onPress={() => onDecide(endpoint, 'approve')}>{messages.approve}</Button>
      <Button kind="quiet" onPress={() => onDecide(endpoint, 'refuse')}>
        {messages.decline}
      </Button>
    </span>
  )
}

const Cards = styled.section`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`

const Card = styled.article`
  display: grid;
  gap: ${space[4]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.card};
  overflow-wrap: anywhere;

  & > strong {
    font: ${font.strong};
  }
`

const Quiet = styled.p`
  color: ${color['text.muted']};
`

const Address = styled.code`
  font: ${font.code};
`

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  margin-top: ${space[4]};

  & > time {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & > span {
    display: flex;
    gap: ${space[8]};
  }
`

const Rest = styled.div`
  display: grid;
  gap: ${space[8]};
`
