import { type ReactNode, useEffect, useRef } from 'react'
import styled from 'styled-components'

import { font, space } from '../../theme/theme.ts'

type PageFrameProps = {
  readonly title: string
  readonly children: ReactNode
  readonly aside?: ReactNode
}

/** Pages shown since the console was loaded: the first one takes no focus from the browser. */
const shown = { pages: 0 }

/** A page's heading, which takes the focus when a person comes to it, and the title of the window. */
export function PageFrame({ title, aside, children }: PageFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    shown.pages += 1
    if (shown.pages > 1) heading.current?.focus()
  }, [])
  useWindowTitle(title)
  return (
    <Page>
      <Top>
        <Heading ref={heading} tabIndex={-1}>
          {title}
        </Heading>
        {aside}
      </Top>
      {children}
    </Page>
  )
}

export function useWindowTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Datacrane`
  }, [title])
}

const Page = styled.div`
  display: grid;
  gap: ${space[16]};
  max-width: 80rem;
  margin: 0 auto;
`

const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
`

const Heading = styled.h1`
  font: ${font.title};
  overflow-wrap: anywhere;
  outline: none;
`
