import styled from 'styled-components'

import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '../controls/Link.tsx'

export type SectionLink = { readonly id: string; readonly title: string; readonly href: string }

type SectionNavProps = { readonly label: string; readonly sections: readonly SectionLink[]; readonly current: string }

/** The sections of a page as links: a list, on a narrow screen one row that scrolls. */
export function SectionNav({ label, sections, current }: SectionNavProps) {
  return (
    <nav aria-label={label}>
      <List>
        {sections.map(({ id, title, href }) => (
          <li key={id} ref={id === current ? intoView : undefined}>
            <Entry href={href} aria-current={id === current ? 'page' : undefined}>
              {title}
            </Entry>
          </li>
        ))}
      </List>
    </nav>
  )
}

/** Of the row of a narrow screen; the page itself does not scroll. */
function intoView(entry: HTMLElement | null) {
  const row = entry?.parentElement
  if (entry && row) row.scrollLeft = entry.offsetLeft - row.offsetLeft - (row.clientWidth - entry.clientWidth) / 2
}

const List = styled.ul`
  display: grid;
  gap: 2px;

  ${narrow} {
    display: flex;
    gap: ${space[4]};
    padding: 2px;
    overflow: auto hidden;
    scrollbar-width: none;
  }
`

const Entry = styled(PlainLink)`
  display: block;
  padding: 0.375rem ${space[8]};
  border-radius: ${radius.control};
  color: ${color['text.muted']};
  font: ${font.strong};
  text-decoration: none;
  white-space: nowrap;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
    color: ${color['text.default']};
  }

  &[aria-current] {
    background: ${color['neutral.subtle']};
    color: ${color['text.default']};
  }
`
