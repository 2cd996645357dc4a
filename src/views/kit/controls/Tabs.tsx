import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import styled from 'styled-components'

import { color, focusRing, font, motion, radius, space } from '#src/theme/theme.ts'

type TabsProps<Id extends string> = {
  readonly label: string
  /** Id → word, in the order of the tabs. */
  readonly tabs: Readonly<Record<Id, string>>
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
  /** Draws the chosen tab. */
  readonly children: ReactNode
  /** What of other tabs stays as it is, unseen, until they are chosen again. */
  readonly behind?: Readonly<Partial<Record<Id, ReactNode>>>
}

export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, children, behind }: TabsProps<Id>) {
  const ids = Object.keys(tabs) as Id[]
  return (
    <Frame selectedKey={chosen} onSelectionChange={(key) => ids.filter((id) => id === key).forEach(onChoose)}>
      <List aria-label={label}>
        {ids.map((id) => (
          <Face key={id} id={id}>
            {tabs[id]}
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
  gap: ${space[4]};
  /* One row, whatever the width: the page stays under it. */
  overflow-x: auto;
  padding-block-start: ${space[4]};
  border-bottom: 1px solid ${color['border.default']};
`

const Face = styled(Tab)`
  flex: none;
  white-space: nowrap;
  padding: ${space[8]} ${space[12]};
  border-bottom: 2px solid transparent;
  border-radius: ${radius.control} ${radius.control} 0 0;
  color: ${color['text.muted']};
  font: ${font.strong};
  cursor: pointer;
  transition: color ${motion.hand};
  ${focusRing}

  &[data-hovered] {
    color: ${color['text.default']};
  }

  &[data-selected] {
    border-bottom-color: ${color['brand.solid']};
    color: ${color['text.default']};
  }
`

const Panel = styled(TabPanel)`
  padding-top: ${space[16]};
  border-radius: ${radius.control};
  ${focusRing}

  &[data-inert] {
    display: none;
  }
`
