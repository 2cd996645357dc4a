import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import styled from 'styled-components'

import { color, focusRing, font, motion, radius, space } from '#src/theme/theme.ts'
import { number } from '../format/numbers.ts'

type TabsProps<Id extends string> = {
  readonly label: string
  /** Id → word, in the order of the tabs. */
  readonly tabs: Readonly<Record<Id, string>>
  /** How many open problems a tab holds; none is drawn for 0. */
  readonly counts?: Readonly<Partial<Record<Id, number>>>
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
  /** Draws the chosen tab. */
  readonly children: ReactNode
  /** What of other tabs stays as it is, unseen, until they are chosen again. */
  readonly behind?: Readonly<Partial<Record<Id, ReactNode>>>
}

export function Tabs<Id extends string>({ label, tabs, counts, chosen, onChoose, children, behind }: TabsProps<Id>) {
  const ids = Object.keys(tabs) as Id[]
  return (
    <Frame selectedKey={chosen} onSelectionChange={(key) => ids.filter((id) => id === key).forEach(onChoose)}>
      <List aria-label={label}>
        {ids.map((id) => (
          <Face key={id} id={id}>
            {tabs[id]}
            {(counts?.[id] ?? 0) === 0 ? null : <Count>{number(counts?.[id] ?? 0)}</Count>}
          </Face>
        ))}
      </List>
      {ids.map((id) => (
        <Panel key={id} id={id} shouldForceMount={behind?.[id] !== undefined}>
          {id === chosen ? children : (behind?.[id] ?? null)}
        </Panel>
      ))}
    </Frame>
  )
}

/** The row of tabs scrolls by itself, and does not make the page as wide as it is. */
const Frame = styled(AriaTabs)`
  min-width: 0;
`

const List = styled(TabList)`
  display: flex;
  gap: 20px;
  /* One row, whatever the width: the page stays under it. */
  overflow: auto hidden;
  scrollbar-width: none;
  border-bottom: 1px solid ${color['border.subtle']};
`

const Face = styled(Tab)`
  flex: none;
  white-space: nowrap;
  display: flex;
  align-items: center;
  gap: 6px;
  height: 38px;
  border-bottom: 2px solid transparent;
  color: ${color['text.muted']};
  font: ${font.strong};
  cursor: pointer;
  transition: color ${motion.hand};
  ${focusRing}
  outline-offset: -2px;

  &[data-hovered] {
    color: ${color['text.default']};
  }

  &[data-selected] {
    border-bottom-color: ${color['brand.solid']};
    color: ${color['text.default']};
  }
`

const Count = styled.span`
  min-width: 18px;
  padding: 0 5px;
  border-radius: ${radius.pill};
  background: ${color['danger.subtle']};
  color: ${color['danger.text']};
  font: ${font.dense};
  font-weight: 500;
  line-height: 18px;
  text-align: center;
`

const Panel = styled(TabPanel)`
  padding-top: ${space[16]};
  border-radius: ${radius.control};
  ${focusRing}

  &[data-inert] {
    display: none;
  }
`
