import styled from 'styled-components'

import type { PlatformState } from '#contract/admin/platform.ts'
import { color, font, radius, space } from '../../../theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { number } from '../../kit/format/numbers.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { adminMessages } from '../admin.messages.ts'

const { waiting: messages } = adminMessages

/** What only the operator can decide or answer, newest first. */
export function WaitingCards({ waiting }: { readonly waiting: PlatformState['waiting'] }) {
  const { supportRequests, newest } = waiting
  return (
    <Cards aria-label={messages.title}>
      <SectionHeader title={messages.title} note={number(supportRequests)} />
      {supportRequests === 0 ? <Quiet>{messages.none}</Quiet> : null}
      {newest.map(({ id, subject, company, createdAt }) => (
        <Card key={id}>
          <strong>{messages.support}</strong>
          <Quiet>
            {company} · {subject}
          </Quiet>
          <Foot>
            <LinkButton $isQuiet href={`/support-requests?open=${id}`}>
              {messages.open}
            </LinkButton>
            <RelativeTime at={createdAt} />
          </Foot>
        </Card>
      ))}
      {supportRequests > newest.length ? (
        <PlainLink href="/support-requests?status=open">{messages.all(supportRequests)}</PlainLink>
      ) : null}
    </Cards>
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

const Foot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin-top: ${space[4]};
  color: ${color['text.muted']};
  font: ${font.dense};
`
