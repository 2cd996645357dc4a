import { CircleHelp } from 'lucide-react'
import { createContext, Fragment, useContext } from 'react'
import { createPortal } from 'react-dom'
import styled from 'styled-components'

import { articleHref } from '#contract/kit/help-links.ts'
import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '../controls/Link.tsx'
import { HelpPlace } from '../help-place.ts'
import { partMessages as messages } from '../parts.messages.ts'

/** A page above this one. */
export type Crumb = { readonly label: string; readonly href: string }

/** The place in the header for the breadcrumb; null where a page stands without the frame. */
export const BreadcrumbSlot = createContext<HTMLElement | null>(null)

/** The place in the header for a tool that is loaded later; null where there is no header. */
export const ToolSlot = createContext<HTMLElement | null>(null)

type BreadcrumbProps = { readonly above: readonly Crumb[]; readonly here: string }

/** Where the page is, drawn in the header: the pages above it as links, its own name, and the way to the article about it. */
export function Breadcrumb({ above, here }: BreadcrumbProps) {
  const slot = useContext(BreadcrumbSlot)
  const article = useContext(HelpPlace)
  if (slot === null) return null
  return createPortal(
    <>
      <Row aria-label={messages.breadcrumb}>
        {above.map(({ label, href }) => (
          <Fragment key={href}>
            <Above href={href}>{label}</Above>
            <Mark aria-hidden="true">/</Mark>
          </Fragment>
        ))}
        <Here aria-current="page">{here}</Here>
      </Row>
      {article === null ? null : (
        <Help href={articleHref(article)} aria-label={messages.help} title={messages.help}>
          <CircleHelp size={16} aria-hidden="true" />
        </Help>
      )}
    </>,
    slot,
  )
}

/** Behind the bell, whatever stands between. */
const Help = styled(PlainLink)`
  display: grid;
  order: 1;
  padding: ${space[8]};
  border-radius: ${radius.control};
  color: ${color['text.muted']};
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
    color: ${color['text.default']};
  }
`

const Row = styled.nav`
  display: flex;
  flex: 1;
  align-items: center;
  gap: ${space[8]};
  min-width: 0;
  font: ${font.section};
  font-weight: 500;
  white-space: nowrap;
`

const Above = styled(PlainLink)`
  flex: none;
  color: ${color['text.muted']};
  text-decoration: none;

  &:hover {
    color: ${color['text.default']};
  }

  ${narrow} {
    display: none;
  }
`

const Mark = styled.span`
  color: ${color['text.subtle']};

  ${narrow} {
    display: none;
  }
`

const Here = styled.span`
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
`
