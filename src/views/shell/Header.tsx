import { Menu as MenuIcon, Search } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styled from 'styled-components'
import type { SidebarActor } from '../../machines/shell/sidebar.machine.ts'
import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { useMatches } from '../kit/use-snapshot.ts'
import { shellMessages } from './shell.messages.ts'

type HeaderProps = {
  readonly sidebar: SidebarActor
  /** Takes the breadcrumb of the page. */
  readonly breadcrumbSlot: Ref<HTMLDivElement>
  /** Takes a tool that is loaded later. */
  readonly toolSlot: Ref<HTMLDivElement>
  readonly onSearch: () => void
  /** The bell and the person. */
  readonly children: ReactNode
}

export function Header({ sidebar, breadcrumbSlot, toolSlot, onSearch, children }: HeaderProps) {
  return (
    <Bar>
      <MenuButton actor={sidebar} />
      <Place ref={breadcrumbSlot} />
      <SearchButton type="button" title={shellMessages.search} onClick={onSearch}>
        <Search aria-hidden="true" />
        <span>{shellMessages.searchShort}</span>
        <kbd>{shellMessages.searchKeys}</kbd>
      </SearchButton>
      <Tool ref={toolSlot} />
      {children}
    </Bar>
  )
}

/** Where the menu is a drawer. */
const slim = '@media (max-width: 61.99rem)'

/** The way to the menu where it does not stand beside the page. */
export function MenuButton({ actor }: { readonly actor: SidebarActor }) {
  const isSlim = useMatches(actor, 'slim')
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
  z-index: 2;
  grid-area: header;
  display: flex;
  align-items: center;
  gap: ${space[4]};
  height: 3.5rem;
  padding: 0 ${space[24]};
  border-bottom: 1px solid ${color['border.subtle']};
  background: ${color['bg.surface']};

  ${slim} {
    padding: 0 ${space[12]};
  }
`

/** What a page draws into it stands in the row itself. */
const Place = styled.div`
  display: contents;

  &:empty {
    display: block;
    flex: 1;
  }
`

/** As wide as the bell that follows. */
export const BellRoom = styled.span`
  width: 2rem;
`

/** Where the tool stands here, its place is kept until it comes. */
const Tool = styled.div`
  display: contents;

  ${slim} {
    &:empty {
      display: block;
      width: 2rem;
    }
  }
`

const SearchButton = styled.button`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  width: 220px;
  height: 2rem;
  margin-right: ${space[8]};
  padding: 0 ${space[8]};
  border: 0;
  border-radius: ${radius.control};
  background: ${color['bg.hover']};
  color: ${color['text.muted']};
  font: ${font.body};
  cursor: pointer;
  ${focusRing}

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
  }

  & > kbd {
    margin-left: auto;
    padding: 0 5px;
    border: 1px solid ${color['border.default']};
    border-radius: 4px;
    background: ${color['bg.surface']};
    font: ${font.dense};
    line-height: 18px;
  }

  ${slim} {
    justify-content: center;
    width: 2rem;
    margin: 0;
    background: none;

    & > span,
    & > kbd {
      display: none;
    }
  }
`
