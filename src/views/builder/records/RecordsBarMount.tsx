import { useSelector } from '@xstate/react'
import { ChevronDown, ListFilter } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import styled from 'styled-components'
import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { liveFilterMachine } from '#src/services/builder/filter.actors.ts'
import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { recordsMessages as messages } from './records.messages.ts'

const FilterPanel = lazy(async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel }))

type RecordsBarMountProps = {
  readonly builder: BuilderActor
  readonly draft: Draft
  /** Fields of the records, those of enrichments among them. */
  readonly fields: readonly string[]
  /** What else is chosen here. */
  readonly children?: ReactNode
}

/** Above the mapping: which records go on. The panel opens below it. */
export function RecordsBarMount({ builder, draft, fields, children }: RecordsBarMountProps) {
  const access = useAccess()
  const actor = useMachine(() => liveFilterMachine(access, builder), [access, builder], undefined)
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'))
  const filter = draft.config.records?.only ?? null
  const open = () => {
    const canRead = draft.config.trigger.type !== 'webhook'
    actor.send({ type: 'user.opened', filter, examples: draft.shapes.source?.examples ?? [], canRead })
  }
  return (
    <Frame role="group" aria-label={messages.bar}>
      <Rule
        type="button"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? actor.send({ type: 'user.cancelled' }) : open())}
        data-set={filter !== null}
      >
        <ListFilter aria-hidden="true" />
        <span>{messages.records}</span>
        <b>{filter === null ? messages.all : messages.only(conditionsOf(filter).length)}</b>
        <ChevronDown aria-hidden="true" />
      </Rule>
      {children}
      {isOpen ? (
        <Suspense fallback={<Spinner label={messages.trying} />}>
          <FilterPanel actor={actor} fields={fields} hasFilter={filter !== null} />
        </Suspense>
      ) : null}
    </Frame>
  )
}

const Frame = styled.div`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

const Rule = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 2rem;
  max-width: 100%;
  padding: 0 ${space[12]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  color: ${color['text.default']};
  font: ${font.body};
  text-align: left;
  cursor: pointer;
  ${focusRing}

  & > span {
    color: ${color['text.muted']};
  }

  & > b {
    font: ${font.strong};
  }

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
    color: ${color['text.muted']};
  }

  &[aria-expanded='true'] {
    border-color: ${color['brand.solid']};
  }

  ${narrow} {
    min-height: 2.75rem;
  }
`
