import { useSelector } from '@xstate/react'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useId } from 'react'
import styled from 'styled-components'
import type { EnrichmentConfig } from '#contract/connectors/config/config.ts'
import type { EnrichmentsActor } from '#src/machines/builder/enrichment/enrichments.machine.ts'
import { selectRemoved } from '#src/machines/builder/enrichment/enrichments.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { enrichmentMessages } from './enrichment.messages.ts'

const messages = enrichmentMessages.list

const nameOf = ({ title }: EnrichmentConfig, at: number) => title?.trim() || messages.untitled(number(at + 1))

/** The enrichments of a connector, in their order. */
export function EnrichmentList({ actor }: { readonly actor: EnrichmentsActor }) {
  const id = useId()
  const items = useContextOf(actor, 'items')
  const removed = useSelector(actor, selectRemoved)
  const canAdd = useCan(actor, { type: 'user.added' })
  const canRestore = useCan(actor, { type: 'user.restored' })
  return (
    <Frame aria-label={messages.title}>
      <p>{messages.what}</p>
      {items.length === 0 ? (
        <EmptyState title={messages.none}>
          <p>{messages.noneMore}</p>
        </EmptyState>
      ) : (
        <List aria-label={messages.name}>
          {items.map((item, at) => (
            <EnrichmentItem
              key={item.id}
              actor={actor}
              item={item}
              name={nameOf(item, at)}
              isFirst={at === 0}
              isLast={at === items.length - 1}
            />
          ))}
        </List>
      )}
      <Row>
        <Button isBlocked={!canAdd} why={`${id}-full`} onPress={() => actor.send({ type: 'user.added' })}>
          {messages.add}
        </Button>
      </Row>
      <Why id={`${id}-full`}>{canAdd ? null : messages.full}</Why>
      {removed === null ? null : (
        <Row role="status">
          {messages.removed(nameOf(removed.item, removed.at))}
          <Button isBlocked={!canRestore} why={`${id}-full`} onPress={() => actor.send({ type: 'user.restored' })}>
            {messages.undo}
          </Button>
        </Row>
      )}
    </Frame>
  )
}

type EnrichmentItemProps = {
  readonly actor: EnrichmentsActor
  readonly item: EnrichmentConfig
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
}

function EnrichmentItem({ actor, item: { id, lookup, url }, name, isFirst, isLast }: EnrichmentItemProps) {
  return (
    <Item>
      <strong>{name}</strong>
      <StatusPill
        look={lookup === undefined ? 'draft' : 'good'}
        word={lookup === undefined ? messages.incomplete : messages.complete}
      />
      {url ? <code>{url}</code> : null}
      {lookup === undefined ? null : <span>{messages.target(lookup.targetPath)}</span>}
      <Row>
        <Button onPress={() => actor.send({ type: 'user.opened', id })}>{messages.open(name)}</Button>
        <Button
          kind="quiet"
          isBlocked={isFirst}
          label={messages.raise(name)}
          onPress={() => actor.send({ type: 'user.raised', id })}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
        <Button
          kind="quiet"
          isBlocked={isLast}
          label={messages.lower(name)}
          onPress={() => actor.send({ type: 'user.lowered', id })}
        >
          <ArrowDown aria-hidden="true" />
        </Button>
        <Button kind="quiet" label={messages.remove(name)} onPress={() => actor.send({ type: 'user.removed', id })}>
          <Trash2 aria-hidden="true" />
        </Button>
      </Row>
    </Item>
  )
}

const Frame = styled.section`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
`

const List = styled.ol`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
  margin: 0;
  padding: 0;
  list-style: none;
`

const Item = styled.li`
  display: grid;
  justify-items: start;
  gap: ${space[8]};
  min-width: 0;
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`

const Why = styled.p`
  color: ${color['text.subtle']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
