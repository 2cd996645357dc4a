import { useEffect, useRef } from 'react'
import styled from 'styled-components'

import { font } from '#src/theme/theme.ts'

/** Pages shown since the console was loaded: the first one takes no focus from the browser. */
const shown = { pages: 0 }

/** A page's heading, which takes the focus when a person comes to it unless a field does, and the title of the window. */
export function FocusOnArrival({ title, tab = title }: { readonly title: string; readonly tab?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    shown.pages += 1
    if (shown.pages > 1 && !document.querySelector('[autofocus]')) heading.current?.focus()
  }, [])
  useEffect(() => {
    document.title = `${tab} · Datacrane`
  }, [tab])
  return (
    <Heading ref={heading} tabIndex={-1}>
      {title}
    </Heading>
  )
}

const Heading = styled.h1`
  font: ${font.title};
  overflow-wrap: anywhere;
  outline: none;
`
