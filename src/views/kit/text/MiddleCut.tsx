import styled from 'styled-components'

import { unseen } from '#src/theme/theme.ts'

/** Characters of the end that stay in sight: where a path or a query tells one address from another. */
const tailLength = 14

/**
 * A text on one line. Where it does not fit, its middle is left out: both its beginning and its end are in sight. It is whole on hover and for assistive
 * technology.
 */
export function MiddleCut({ text }: { readonly text: string }) {
  const cut = Math.max(Math.ceil(text.length / 2), text.length - tailLength)
  return (
    <Whole title={text}>
      <Unseen>{text}</Unseen>
      <Head aria-hidden="true">{text.slice(0, cut)}</Head>
      <Tail aria-hidden="true">{text.slice(cut)}</Tail>
    </Whole>
  )
}

const Whole = styled.span`
  position: relative;
  display: flex;
  min-width: 0;
  white-space: pre;
`

const Unseen = styled.span`
  ${unseen}
`

const Head = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
`

const Tail = styled.span`
  flex: none;
`
