import { useSelector } from '@xstate/react'
import { Menu as MenuIcon, Search } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styled from 'styled-components'

import type { SidebarActor } from '../../machines/shell/sidebar.machine.ts'
import { selectIsSlim } from '../../machines/shell/sidebar.selectors.ts'
import { color, narrow, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { shellMessages } from './shell.messages.ts'

type HeaderProps = {
  readonly sidebar: SidebarActor
  /** Takes the title of the page: it stands first, and is read after the tools, next to what it is the title of. */
  readonly titleSlot: Ref<HTMLDivElement>
  readonly onSearch: () => void
  /** The bell and the person. */
  readonly children: ReactNode
}

export function Header({ sidebar, titleSlot, onSearch, children }: HeaderProps) {
  return (
    <Bar>
      <MenuButton actor={sidebar} />
      <Tools>
        <Button kind="quiet" label={shellMessages.search} onPress={onSearch}>
          <Search aria-hidden="true" />
        </Button>
        {children}
      </Tools>
      <Title ref={titleSlot} />
    </Bar>
  )
}

/** The way to the menu where it does not stand beside the page. */
export function MenuButton({ actor }: { readonly actor: SidebarActor }) {
  const isSlim = useSelector(actor, selectIsSlim)
  if (!isSlim) return null
  return (
    <Button kind="quiet" label={shellMessages.open} onPress={() => actor.send({ type: 'user.toggled' })}>
      <MenuIcon aria-hidden="true" />
    </Button>
  )
}

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: 1;
  grid-area: header;
  display: flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 3.5rem;
  padding: ${space[8]} ${space[24]};
  border-bottom: 1px solid ${color['border.subtle']};
  background: ${color['bg.surface']};

  ${narrow} {
    flex-wrap: wrap;
    padding: ${space[8]} ${space[12]};
  }
`

const Title = styled.div`
  flex: 1;
  min-width: 0;

  ${narrow} {
    flex-basis: 100%;
    order: 2;
  }
`

const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[4]};
  order: 1;
  margin-left: auto;
`
