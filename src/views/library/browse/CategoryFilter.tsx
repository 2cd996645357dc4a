import styled from 'styled-components'

import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { searchMessages as messages } from './search.messages.ts'

/** The server counts no more of them: then nobody knows how many templates all have. */
const countsMax = 100

type CategoryFilterProps = {
  /** Null while nobody knows them. */
  readonly categories: readonly { readonly category: string; readonly count: number }[] | null
  /** Null: all. */
  readonly value: string | null
  readonly onChoose: (category: string | null) => void
}

/** The categories with how many templates each has: a list, on a narrow screen one row that scrolls. */
export function CategoryFilter({ categories, value, onChoose }: CategoryFilterProps) {
  const isCounted = categories !== null && categories.length < countsMax
  const all = isCounted ? categories.reduce((sum, { count }) => sum + count, 0) : null
  const isKnown = value === null || categories?.some(({ category }) => category === value)
  const named = (categories ?? []).filter(({ category }) => category !== '')
  const entry = (category: string | null, name: string, count: number | null) => (
    <Entry key={name} type="button" aria-pressed={category === value} onClick={() => onChoose(category)}>
      <bdi>{name}</bdi>
      {count === null ? null : <span>{number(count)}</span>}
    </Entry>
  )
  return (
    <List role="group" aria-label={messages.categories}>
      {entry(null, messages.allCategories, all)}
      {isKnown ? null : entry(value, value, null)}
      {named.map(({ category, count }) => entry(category, category, count))}
    </List>
  )
}

const List = styled.div`
  display: grid;
  align-content: start;
  gap: 2px;
  min-width: 0;

  ${narrow} {
    display: flex;
    gap: ${space[4]};
    padding: 2px;
    overflow: auto hidden;
    scrollbar-width: none;
  }
`

const Entry = styled.button`
  display: flex;
  flex: none;
  gap: ${space[8]};
  justify-content: space-between;
  min-height: 2rem;
  padding: 0.375rem ${space[8]};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color['text.muted']};
  font: ${font.strong};
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;
  ${focusRing}

  & > span {
    color: ${color['text.subtle']};
    font-weight: 400;
  }

  &:hover {
    background: ${color['bg.hover']};
    color: ${color['text.default']};
  }

  &[aria-pressed='true'] {
    background: ${color['neutral.subtle']};
    color: ${color['text.default']};
  }

  ${narrow} {
    white-space: nowrap;
  }
`
