import styled from 'styled-components'

import { color, font } from '#src/theme/theme.ts'

/** A value as it is sent: what cannot be seen in it, a space, is marked. */
export function MarkedSpaces({ text }: { readonly text: string }) {
  let at = 0
  return (
    <Value>
      {text.split(/(\s)/).map((part) => {
        at += part.length
        return /^\s$/.test(part) ? <mark key={at}>{part}</mark> : part
      })}
    </Value>
  )
}

const Value = styled.code`
  white-space: pre-wrap;

  & > mark {
    border-radius: 2px;
    background: ${color['danger.subtle']};
    color: inherit;
    font: ${font.code};
    box-shadow: inset 0 -2px ${color['danger.icon']};
  }
`
