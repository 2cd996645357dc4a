import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Link } from 'wouter'

import type { TemplateSummary } from '#contract/library/template.ts'
import type { ListActor } from '../../machines/kit/list.machine.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { Pager } from '../kit/controls/Pager.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { StatusDot } from '../kit/feedback/StatusDot.tsx'
import { listed } from '../kit/format/listed.ts'
import { Hint } from '../kit/layout/blocks.ts'
import { ListedApart } from '../kit/layout/ListedApart.tsx'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { Sentence } from '../kit/text/Sentence.tsx'
import { Cards } from './lists.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.list

type TemplateListProps = {
  readonly actor: ListActor
  /** Whose: it names the list and says what would stand there. */
  readonly of: 'library' | 'public' | 'own' | 'all'
  readonly isNarrowed: boolean
  /** Absent where only the first few are shown. */
  readonly pages?: { readonly page: number; readonly pageSize: number; readonly onPage: (page: number) => void }
}

/** Ready-made definitions and public connectors, each with what it joins and whom it talks to. */
export function TemplateList({ actor, of, isNarrowed, pages }: TemplateListProps) {
  return (
    <ListFrame<TemplateSummary>
      actor={actor}
      name={messages[of]}
      empty={
        <EmptyState title={isNarrowed ? messages.noneFits : messages.none}>
          {isNarrowed ? messages.tryOther : messages.empty[of]}
        </EmptyState>
      }
    >
      {({ items, total }) => (
        <>
          <Cards>
            {items.map((template) => (
              <TemplateCard key={template._id} template={template} />
            ))}
          </Cards>
          {pages === undefined ? null : <Pager name={messages[of]} total={total} {...pages} />}
        </>
      )}
    </ListFrame>
  )
}

function TemplateCard({ template }: { readonly template: TemplateSummary }) {
  const { _id, name, description, category, tags, isOwn, hosts } = template
  return (
    <Item>
      <Title>
        <Link href={`/connector-library/${_id}`}>
          <bdi>{name}</bdi>
        </Link>
      </Title>
      <p>
        <Route template={template} />
      </p>
      {description === '' ? null : <Lines>{description}</Lines>}
      <Hint>{hosts.length === 0 ? messages.noHosts : `${messages.hosts(hosts.length)}${listed(hosts)}`}</Hint>
      <Hint>
        <ListedApart of={[publisherOf(template), ...[category].filter((it) => it !== ''), ...tags]} />
      </Hint>
      <Decision template={template} />
      {isOwn ? <Link href={`/edit-public-connector/${_id}`}>{messages.edit}</Link> : null}
    </Item>
  )
}

/** Nothing is said of one that others find. */
export function Decision({ template }: { readonly template: Pick<TemplateSummary, 'status' | 'declinedReason'> }) {
  const { status, declinedReason } = template
  if (status === 'approved') return null
  return (
    <StatusDot look={status === 'waiting' ? 'steady' : 'bad'}>
      {status === 'waiting' ? messages.waiting : messages.declined(declinedReason ?? '')}
    </StatusDot>
  )
}

/** From which kind of system to which. */
export function Route({ template }: { readonly template: Pick<TemplateSummary, 'sourceType' | 'destinationType'> }): ReactNode {
  const word = (kind: string) => <strong>{templateMessages.kind[kind] ?? kind}</strong>
  return (
    <Sentence of={messages.kinds} parts={{ source: word(template.sourceType), destination: word(template.destinationType) }} />
  )
}

export function publisherOf({ isOwn, publisher }: Pick<TemplateSummary, 'isOwn' | 'publisher'>): string {
  if (isOwn) return messages.byUs
  return publisher === null ? messages.fromUs : messages.by(publisher)
}

const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[8]};
  min-width: 0;
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;
`

const Title = styled.h2`
  font: ${font.section};
`

const Lines = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 4;
`
