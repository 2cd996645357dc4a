import { useSelector } from '@xstate/react'
import { PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import styled from 'styled-components'

import type { SidebarActor } from '../../machines/shell/sidebar.machine.ts'
import { selectIsExpanded, selectIsOpen, selectIsSlim } from '../../machines/shell/sidebar.selectors.ts'
import { color, motion, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Menu } from './Menu.tsx'
import type { Group } from './menu.ts'
import { Home } from './pages/Home.tsx'
import { shellMessages } from './shell.messages.ts'

type SidebarProps = { readonly actor: SidebarActor; readonly groups: readonly Group[] }

/** The menu: 250 px or 60 px beside the page, or a drawer over it where there is no room. */
export function Sidebar({ actor, groups }: SidebarProps) {
  const isSlim = useSelector(actor, selectIsSlim)
  const isOpen = useSelector(actor, selectIsOpen)
  if (!isSlim) return <Beside actor={actor} groups={groups} />
  return isOpen ? <Drawer actor={actor} groups={groups} /> : null
}

function Beside({ actor, groups }: SidebarProps) {
  const isExpanded = useSelector(actor, selectIsExpanded)
  const word = isExpanded ? shellMessages.collapse : shellMessages.expand
  return (
    <Side aria-label={shellMessages.menu} $isExpanded={isExpanded}>
      <Home isNarrow={!isExpanded} />
      <Menu groups={groups} isNarrow={!isExpanded} />
      <Button kind="quiet" label={word} onPress={() => actor.send({ type: 'user.toggled' })}>
        {isExpanded ? <PanelLeftClose aria-hidden="true" /> : <PanelLeftOpen aria-hidden="true" />}
      </Button>
    </Side>
  )
}

function Drawer({ actor, groups }: SidebarProps) {
  const leave = () => actor.send({ type: 'user.left' })
  return (
    <Over
      ref={openOver}
      aria-label={shellMessages.menu}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      // A press beside the drawer is one on the dialog itself.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) leave()
      }}
    >
      <Pane aria-label={shellMessages.menu}>
        <Top>
          <Home onGo={leave} />
          <Button kind="quiet" label={shellMessages.close} onPress={leave}>
            <X aria-hidden="true" />
          </Button>
        </Top>
        <Menu groups={groups} onGo={leave} />
      </Pane>
    </Over>
  )
}

function openOver(dialog: HTMLDialogElement | null) {
  if (dialog === null) return
  if (!dialog.open) dialog.showModal()
  return () => dialog.close()
}

const Side = styled.nav<{ readonly $isExpanded: boolean }>`
  position: sticky;
  top: 0;
  grid-area: side;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[16]};
  width: ${({ $isExpanded }) => ($isExpanded ? '250px' : '60px')};
  height: 100dvh;
  padding: ${space[12]};
  border-right: 1px solid ${color['border.subtle']};
  background: ${color['bg.surface']};
  overflow: hidden auto;
  transition: width ${motion.appear};
`

const Over = styled.dialog`
  width: min(20rem, calc(100vw - 2rem));
  max-width: none;
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  border-right: 1px solid ${color['border.subtle']};
  background: ${color['bg.surface']};
  color: ${color['text.default']};
  overflow: auto;

  &::backdrop {
    background: rgb(0 0 0 / 45%);
  }
`

const Pane = styled.nav`
  display: grid;
  align-content: start;
  gap: ${space[16]};
  min-height: 100%;
  padding: ${space[12]};
`

const Top = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
`
