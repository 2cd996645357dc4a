import { PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import styled from 'styled-components'
import type { SidebarActor } from '../../machines/shell/sidebar.machine.ts'
import { color, focusRing, font, motion, radius, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { useMatches } from '../kit/use-snapshot.ts'
import { Menu } from './Menu.tsx'
import type { Group } from './menu.ts'
import { type Company, Home } from './pages/Home.tsx'
import { shellMessages } from './shell.messages.ts'

type SidebarProps = { readonly actor: SidebarActor; readonly groups: readonly Group[]; readonly company: Company }

/** The menu: 250 px or 60 px beside the page, or a drawer over it where there is no room. */
export function Sidebar(props: SidebarProps) {
  const isSlim = useMatches(props.actor, 'slim')
  const isOpen = useMatches(props.actor, { slim: 'open' })
  if (!isSlim) return <Beside {...props} />
  return isOpen ? <Drawer {...props} /> : null
}

function Beside({ actor, groups, company }: SidebarProps) {
  const isExpanded = useMatches(actor, { wide: 'expanded' })
  const word = isExpanded ? shellMessages.collapse : shellMessages.expand
  return (
    <Side aria-label={shellMessages.menu} $isExpanded={isExpanded}>
      <Home isNarrow={!isExpanded} company={company} />
      <Menu groups={groups} isNarrow={!isExpanded} />
      <Toggle
        type="button"
        aria-label={word}
        title={word}
        $isExpanded={isExpanded}
        onClick={() => actor.send({ type: 'user.toggled' })}
      >
        {isExpanded ? <PanelLeftClose aria-hidden="true" /> : <PanelLeftOpen aria-hidden="true" />}
        {isExpanded ? shellMessages.collapseShort : null}
      </Toggle>
    </Side>
  )
}

function Drawer({ actor, groups, company }: SidebarProps) {
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
          <Home onGo={leave} company={company} />
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
  display: flex;
  flex-direction: column;
  gap: 2px;
  width: ${({ $isExpanded }) => ($isExpanded ? '250px' : '60px')};
  height: 100dvh;
  padding: 0 ${space[12]} ${space[12]};
  border-right: 1px solid ${color['border.subtle']};
  background: ${color['bg.canvas']};
  overflow: hidden auto;
  transition: width ${motion.appear};
`

const Toggle = styled.button<{ readonly $isExpanded: boolean }>`
  display: flex;
  align-items: center;
  justify-content: ${({ $isExpanded }) => ($isExpanded ? 'start' : 'center')};
  gap: 10px;
  min-height: 2rem;
  margin-top: auto;
  padding: 0 ${({ $isExpanded }) => ($isExpanded ? space[8] : 0)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color['text.muted']};
  font: ${font.strong};
  cursor: pointer;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
  }
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
  background: ${color['bg.canvas']};
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
