import { Plus } from 'lucide-react'
import styled from 'styled-components'
import { checkSection } from '#contract/connectors/config/config-sections.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import type { RoutedRecord } from '#src/machines/builder/routes/routes.machine.ts'
import { draftOf, type RouteEntry } from '#src/machines/builder/routes/routes-form.ts'
import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { Monogram } from '../../kit/identity/Monogram.tsx'
import { routesMessages as messages } from './routes.messages.ts'
import { ruleText } from './rule-text.ts'

type RouteTabsProps = {
  readonly draft: Draft
  readonly entries: readonly RouteEntry[]
  readonly chosen: number
  /** Null before they were tried. */
  readonly records: readonly RoutedRecord[] | null
  readonly onChoose: (id: number) => void
  /** Absent where no other one can be added. */
  readonly onAdd?: (() => void) | undefined
}

/** What is wrong with the settings and the mapping of a destination: so many things are missing. */
const lacksOf = ({ config }: Draft): number =>
  checkSection('destination', config.destination).errors.length + checkSection('dataMapping', config.dataMapping).errors.length

/** The destinations: one is shown below. */
export function RouteTabs({ draft, entries, chosen, records, onChoose, onAdd }: RouteTabsProps) {
  return (
    <Frame role="group" aria-label={messages.destinations}>
      {entries.map((entry) => {
        const lacks = lacksOf(draftOf(draft, entry.id))
        const own = records?.filter(({ routes }) => routes.includes(entry.id)).length
        return (
          <Tab key={entry.id} type="button" aria-pressed={entry.id === chosen} onClick={() => onChoose(entry.id)}>
            <Monogram name={entry.name} />
            <b>{entry.name}</b>
            {lacks === 0 ? null : <mark>{messages.missing(lacks)}</mark>}
            {own === undefined || records === null ? null : <i>{messages.counts(number(own), number(records.length))}</i>}
            <span>{ruleText(entry, draft.config)}</span>
          </Tab>
        )
      })}
      {onAdd === undefined ? null : (
        <Add type="button" onClick={onAdd}>
          <Plus aria-hidden="true" />
          {messages.add}
        </Add>
      )}
    </Frame>
  )
}

const Frame = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

const Tab = styled.button`
  display: grid;
  grid-template-columns: auto minmax(0, auto) auto minmax(3rem, 1fr);
  align-items: center;
  gap: 2px ${space[8]};
  min-width: 14rem;
  max-width: min(100%, 22rem);
  min-height: 3.5rem;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  color: ${color['text.default']};
  font: ${font.body};
  text-align: left;
  cursor: pointer;
  ${focusRing}

  & > b {
    overflow: hidden;
    font: ${font.strong};
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  & > mark {
    padding: 0 ${space[8]};
    border-radius: ${radius.pill};
    background: ${color['warning.subtle']};
    color: ${color['warning.text']};
    font: ${font.dense};
  }

  & > i {
    grid-column: 4;
    grid-row: 1;
    color: ${color['text.muted']};
    font: ${font.dense};
    text-align: right;
    white-space: nowrap;
  }

  & > span:last-child {
    grid-column: 1 / -1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  &[aria-pressed='true'] {
    border-color: ${color['brand.solid']};
    box-shadow: inset 0 0 0 1px ${color['brand.solid']};
  }

  ${narrow} {
    width: 100%;
    max-width: 100%;
  }
`

const Add = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space[8]};
  min-height: 3.5rem;
  padding: 0 ${space[16]};
  border: 1px dashed ${color['border.default']};
  border-radius: ${radius.card};
  background: none;
  color: ${color['text.link']};
  font: ${font.strong};
  cursor: pointer;
  ${focusRing}

  & > svg {
    width: 1rem;
    height: 1rem;
  }

  ${narrow} {
    width: 100%;
  }
`
