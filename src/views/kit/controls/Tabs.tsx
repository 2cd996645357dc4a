import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, motion, radius, space } from '#src/theme/theme.ts'
import { number } from '../format/numbers.ts'

type TabsProps<Id extends string> = {
  readonly label: string
  /** Id → word, in the order of the tabs. */
  readonly tabs: Readonly<Record<Id, string>>
  /** How many open problems a tab holds, or with `isTally` how many things; none is drawn for 0. */
  readonly counts?: Readonly<Partial<Record<Id, number>>>
  readonly isTally?: boolean
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
  /** Draws the chosen tab. */
  readonly children: ReactNode
  /** What of other tabs stays as it is, unseen, until they are chosen again. */
  readonly behind?: Readonly<Partial<Record<Id, ReactNode>>>
}

/** The pattern of WAI-ARIA: one tab is in the tab order, arrows, Home and End choose another. */
export function Tabs<Id extends string>({
  label,
  tabs,
  counts,
  isTally = false,
  chosen,
  onChoose,
  children,
  behind,
}: TabsProps<Id>) {
  const base = useId()
  const ids = Object.keys(tabs) as Id[]
  const choose = (id: Id | undefined) => {
    if (id !== undefined && id !== chosen) onChoose(id)
  }
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const here = ids.indexOf(chosen)
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: ids.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const id = ids.at(to % ids.length)
    document.getElementById(`${base}-${id}`)?.focus()
    choose(id)
  }
  return (
    <Frame>
      <List role="tablist" aria-label={label} onKeyDown={walk}>
        {ids.map((id) => (
          <Face
            key={id}
            id={`${base}-${id}`}
            ref={id === chosen ? intoSight : undefined}
            type="button"
            role="tab"
            aria-selected={id === chosen}
            aria-controls={id === chosen ? `${base}-${id}-panel` : undefined}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => choose(id)}
          >
            {tabs[id]}
            {(counts?.[id] ?? 0) === 0 ? null : <Count $isTally={isTally}>{number(counts?.[id] ?? 0)}</Count>}
          </Face>
        ))}
      </List>
      {ids
        .filter((id) => id === chosen || behind?.[id] !== undefined)
        .map((id) => (
          <Panel
            key={id}
            id={`${base}-${id}-panel`}
            role="tabpanel"
            aria-labelledby={`${base}-${id}`}
            tabIndex={0}
            inert={id !== chosen}
          >
            {id === chosen ? children : behind?.[id]}
          </Panel>
        ))}
    </Frame>
  )
}

/** Where the row of tabs is wider than the page, the chosen one is seen. */
const intoSight = (tab: HTMLElement | null) => tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })

/** The row of tabs scrolls by itself, and does not make the page as wide as it is. */
const Frame = styled.div`
  min-width: 0;
`

const List = styled.div`
  display: flex;
  gap: 20px;
  /* One row, whatever the width: the page stays under it. */
  overflow: auto hidden;
  scrollbar-width: none;
  border-bottom: 1px solid ${color['border.subtle']};
`

const Face = styled.button`
  flex: none;
  white-space: nowrap;
  display: flex;
  align-items: center;
  gap: 6px;
  height: 38px;
  padding: 0;
  border: 0;
  background: none;
  border-bottom: 2px solid transparent;
  color: ${color['text.muted']};
  font: ${font.strong};
  cursor: pointer;
  transition: color ${motion.hand};
  ${focusRing}
  outline-offset: -2px;

  &:hover {
    color: ${color['text.default']};
  }

  &[aria-selected='true'] {
    border-bottom-color: ${color['brand.solid']};
    color: ${color['text.default']};
  }
`

const Count = styled.span<{ readonly $isTally: boolean }>`
  min-width: 18px;
  padding: 0 5px;
  border-radius: ${radius.pill};
  background: ${({ $isTally }) => color[$isTally ? 'neutral.subtle' : 'danger.subtle']};
  color: ${({ $isTally }) => color[$isTally ? 'neutral.text' : 'danger.text']};
  font: ${font.dense};
  font-weight: 500;
  line-height: 18px;
  text-align: center;
`

const Panel = styled.div`
  padding-top: ${space[16]};
  border-radius: ${radius.control};
  ${focusRing}

  &[inert] {
    display: none;
  }
`
