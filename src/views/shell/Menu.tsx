import styled from 'styled-components'
import { usePathname } from '#src/views/kit/browser-location.ts'

import { color, focusRing, font, motion, radius, space, unseen } from '../../theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { menuTitles } from '../kit/menu.messages.ts'
import { type Group, isAt } from './menu.ts'
import { shellMessages } from './shell.messages.ts'

type MenuProps = {
  readonly groups: readonly Group[]
  /** Only the icons have room; the words stay for assistive technology and for the hand that rests. */
  readonly isNarrow?: boolean
  /** Somebody goes where an entry leads. */
  readonly onGo?: (() => void) | undefined
}

export function Menu({ groups, isNarrow = false, onGo }: MenuProps) {
  const pathname = usePathname()
  return (
    <Groups aria-label={shellMessages.menu}>
      {groups.map(({ title, entries, isFoot = false }) => (
        <Part key={entries[0]?.path} $isFoot={isFoot}>
          {title === undefined ? null : <Title $isUnseen={isNarrow}>{title}</Title>}
          <Entries aria-label={title}>
            {entries.map((entry) => {
              const Icon = entry.icon
              const name = menuTitles[entry.path]
              return (
                <li key={entry.path}>
                  <Entry
                    href={entry.path}
                    aria-current={isAt(entry, pathname) ? 'page' : undefined}
                    title={isNarrow ? name : undefined}
                    onClick={onGo}
                    $isNarrow={isNarrow}
                  >
                    <Icon aria-hidden="true" />
                    <Name $isUnseen={isNarrow}>{name}</Name>
                  </Entry>
                </li>
              )
            })}
          </Entries>
        </Part>
      ))}
    </Groups>
  )
}

const Groups = styled.ul`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: ${space[16]};
`

const Part = styled.li<{ readonly $isFoot: boolean }>`
  margin-top: ${({ $isFoot }) => ($isFoot ? 'auto' : undefined)};
`

const Entries = styled.ul`
  display: grid;
  gap: 2px;
`

const Name = styled.span<{ readonly $isUnseen: boolean }>`
  ${({ $isUnseen }) => ($isUnseen ? unseen : undefined)}
`

const Title = styled.p<{ readonly $isUnseen: boolean }>`
  padding: 0 ${space[8]} ${space[4]};
  color: ${color['text.subtle']};
  font: ${font.dense};
  font-weight: 500;
  letter-spacing: 0.04em;
  ${({ $isUnseen }) => ($isUnseen ? unseen : undefined)}
`

const Entry = styled(PlainLink)<{ readonly $isNarrow: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  justify-content: ${({ $isNarrow }) => ($isNarrow ? 'center' : 'start')};
  gap: 10px;
  min-height: 2rem;
  padding: 0 ${({ $isNarrow }) => ($isNarrow ? 0 : space[8])};
  border-radius: ${radius.control};
  color: ${color['text.muted']};
  font: ${font.strong};
  text-decoration: none;
  transition: background-color ${motion.hand};
  ${focusRing}

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
    color: ${color['text.subtle']};
  }

  &:hover {
    background: ${color['bg.hover']};
  }

  &[aria-current='page'] {
    background: ${color['neutral.subtle']};
    color: ${color['text.default']};
  }

  &[aria-current='page'] > svg {
    color: inherit;
  }
`
