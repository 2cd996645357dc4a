import styled from 'styled-components'

import type { EnterpriseDetails } from '#contract/library/enterprise.ts'
import { color, font, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { enterpriseMessages } from './enterprise.messages.ts'

const { details: messages, audience: audiences, offer, decision: decided } = enterpriseMessages

type EnterpriseFactsProps = {
  readonly entry: EnterpriseDetails
  readonly onOffer: () => void
  readonly onDecide: (decision: 'approve' | 'decline') => void
}

export function EnterpriseFacts({ entry, onOffer, onDecide }: EnterpriseFactsProps) {
  const { audience, companies, hosts, uses, versions, behind, description, status } = entry
  return (
    <Facts>
      {description === '' ? null : <p>{description}</p>}
      <KeyValue
        of={[
          [decided.title, <Status key="status" entry={entry} />],
          [messages.companies, audience === 'chosen' ? companies.join(', ') : audiences[audience]],
          [messages.hosts, hosts.join(', ')],
          [
            messages.uses,
            uses.length === 0
              ? messages.noUses
              : uses.map(({ company, connectors, behind: earlier }) => (
                  <div key={company}>
                    {company}: {messages.used(connectors)}
                    {earlier === 0 ? '' : `, ${messages.behind(earlier)}`}
                  </div>
                )),
          ],
        ]}
      />
      {behind === 0 ? null : <Hint>{messages.effect(behind)}</Hint>}
      <Title>{messages.versions}</Title>
      <Versions>
        {versions.map(({ revision, createdAt, changes }) => (
          <li key={revision}>
            <span>
              {messages.version(number(revision))}, <Moment at={createdAt} />
            </span>
            {changes === null ? (
              <Hint>{messages.first}</Hint>
            ) : changes.length === 0 ? (
              <Hint>{messages.same}</Hint>
            ) : (
              <Changes>
                {changes.map(({ path, before, after }) => (
                  <li key={path}>
                    <code>{path}</code> {messages.change(before ?? messages.absent, after ?? messages.absent)}
                  </li>
                ))}
              </Changes>
            )}
          </li>
        ))}
      </Versions>
      <Row>
        {status === 'waiting' ? (
          <>
            <Button kind="primary" onPress={() => onDecide('approve')}>
              {decided.approve}
            </Button>
            <Button onPress={() => onDecide('decline')}>{decided.decline}</Button>
          </>
        ) : null}
        <Button onPress={onOffer}>{offer.open}</Button>
      </Row>
    </Facts>
  )
}

function Status({ entry: { id, status, statusSince, submittedBy, declinedReason } }: { readonly entry: EnterpriseDetails }) {
  return (
    <>
      <div>
        {enterpriseMessages.status[status]}
        {status === 'waiting' ? `. ${decided.waits}` : ''}
      </div>
      {status === 'waiting' ? (
        <div>
          {decided.submitted} <Moment at={statusSince} /> {submittedBy === null ? '' : decided.submittedBy(submittedBy)} ·{' '}
          <PlainLink href={`/connector-library/${id}`}>{decided.look}</PlainLink>
        </div>
      ) : null}
      {declinedReason === null ? null : (
        <div>
          {decided.declinedFor}: {declinedReason}
        </div>
      )}
    </>
  )
}

const Facts = styled.div`
  display: grid;
  gap: ${space[12]};
  overflow-wrap: anywhere;
`

const Title = styled.h2`
  font: ${font.strong};
`

const Versions = styled.ul`
  display: grid;
  gap: ${space[8]};
  margin: 0;
  padding: 0;
  list-style: none;
`

const Changes = styled.ul`
  margin: ${space[4]} 0 0;
  padding-left: ${space[16]};
  color: ${color['text.muted']};

  & code {
    font: ${font.code};
  }
`
