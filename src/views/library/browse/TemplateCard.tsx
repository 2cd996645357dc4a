import { ArrowRight, KeyRound } from 'lucide-react'
import styled from 'styled-components'
import type { TemplateSummary } from '#contract/library/template.ts'
import { color, font, radius, space, unseen } from '#src/theme/theme.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { listed } from '../../kit/format/listed.ts'
import { SystemTile } from '../../kit/identity/SystemTile.tsx'
import { Chip } from '../../kit/text/Chip.ts'
import { requirementsOf } from './requirements.ts'
import { searchMessages } from './search.messages.ts'

const messages = searchMessages.card

/** A template: which systems it joins, what it does, what somebody needs for it, and the way to it. */
export function TemplateCard({ template }: { readonly template: TemplateSummary }) {
  const { _id, name, description, isOwn, origin, needs, usedBy } = template
  return (
    <Item>
      <Head>
        <SystemPair {...template} />
        <LinkButton $isQuiet href={`/connector-library/${_id}`} aria-label={messages.useNamed(name)}>
          {messages.use}
        </LinkButton>
      </Head>
      <div>
        <h2>
          <PlainLink href={`/connector-library/${_id}`}>
            <bdi>{name}</bdi>
          </PlainLink>
        </h2>
        {description === '' ? null : <Description>{description}</Description>}
        {origin === 'library' ? null : (
          <Description>
            <bdi>{publisherOf(template)}</bdi>
          </Description>
        )}
        {usedBy === 0 ? null : <Description>{messages.usedBy(usedBy)}</Description>}
      </div>
      <Decision template={template} />
      <Foot>
        <Requirements needs={needs} />
        {isOwn ? <PlainLink href={`/edit-public-connector/${_id}`}>{messages.edit}</PlainLink> : null}
      </Foot>
    </Item>
  )
}

/** What a published connector looks like, where there is none: labelled so, and leading nowhere. */
export function ExampleCard() {
  const { label, name, description, publisher } = searchMessages.example
  return (
    <Item as="div" role="img" aria-label={`${label}: ${name}`}>
      <Head>
        <SystemPair source="PostgreSQL" destination="Shopify" />
        <Chip>{label}</Chip>
      </Head>
      <div>
        <strong>{name}</strong>
        <Description>{description}</Description>
        <Description>{publisher}</Description>
      </div>
      <Foot>
        <Requirements needs={['/source/databaseConfig', '/destination/auth/token']} />
      </Foot>
    </Item>
  )
}

/** Nothing is said of one that others find. */
export function Decision({ template }: { readonly template: Pick<TemplateSummary, 'status' | 'declinedReason'> }) {
  const { status, declinedReason } = template
  if (status === 'approved') return null
  return (
    <div>
      <StatusDot look={status === 'waiting' ? 'warn' : 'bad'}>
        {status === 'waiting' ? messages.waiting : messages.declined}
      </StatusDot>
      <Description>{status === 'waiting' ? messages.waitingText : messages.declinedText(declinedReason ?? '')}</Description>
    </div>
  )
}

type Pair = { readonly source: string | null; readonly destination: string | null }

const nameOf = (system: string | null) => system ?? searchMessages.ownSystem

/** From which system to which, by their marks; with `isNamed` their names are written beside them. */
export function SystemPair({ source, destination, isNamed = false }: Pair & { readonly isNamed?: boolean }) {
  const words = messages.systems(nameOf(source), nameOf(destination))
  return (
    <Marks title={words}>
      <SystemTile name={source} />
      {isNamed ? <b aria-hidden="true">{nameOf(source)}</b> : null}
      <ArrowRight aria-hidden="true" />
      <SystemTile name={destination} />
      {isNamed ? <b aria-hidden="true">{nameOf(destination)}</b> : null}
      <Unseen>{words}</Unseen>
    </Marks>
  )
}

function Requirements({ needs }: { readonly needs: readonly string[] }) {
  const requirements = requirementsOf(needs)
  return (
    <p>
      <KeyRound aria-hidden="true" />
      {requirements.length === 0 ? messages.noNeeds : `${messages.needs}: ${listed(requirements)}`}
    </p>
  )
}

export function publisherOf({ isOwn, publisher }: Pick<TemplateSummary, 'isOwn' | 'publisher'>): string {
  if (isOwn) return messages.byUs
  return publisher === null ? messages.fromUs : messages.by(publisher)
}

const Item = styled.li`
  display: grid;
  grid-template-rows: auto 1fr;
  grid-auto-rows: auto;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  min-width: 0;
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;

  &:hover {
    border-color: ${color['border.default']};
  }

  & h2,
  & strong {
    font: ${font.strong};
    font-weight: 600;
  }

  & h2 > a:not(:hover) {
    color: ${color['text.default']};
    text-decoration: none;
  }
`

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  min-height: 2rem;
`

const Marks = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};

  & > svg {
    flex: none;
    width: ${space[12]};
    height: ${space[12]};
    color: ${color['text.subtle']};
  }

  & > b {
    font: ${font.strong};
  }
`

const Unseen = styled.span`
  ${unseen}
`

const Description = styled.p`
  display: -webkit-box;
  overflow: hidden;
  color: ${color['text.muted']};
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
`

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[4]} ${space[12]};
  color: ${color['text.muted']};
  font: ${font.dense};

  & > p {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    min-width: 0;
  }

  & svg {
    flex: none;
    width: 0.875rem;
    height: 0.875rem;
  }
`
