import { Copy } from 'lucide-react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { toast } from '../feedback/toast.ts'
import { partMessages as messages } from '../parts.messages.ts'

/** An id by its last characters (the first ones are a time); the whole of it on hover and in the clipboard. */
export const ShortId = ({ id, of }: { readonly id: string; readonly of: keyof typeof messages.copyId }) => (
  <CopyText text={id} shown={shortId(id)} label={messages.copyId[of]} />
)

type Copied = {
  readonly text: string
  /** What stands for it on the page; the whole text where it is left out. */
  readonly shown?: string
  readonly label: string
}

/** A text in the face of code, with a button that copies it. */
export function CopyText({ text, shown = text, label }: Copied) {
  return (
    <Row>
      <code title={text}>{shown}</code>
      <CopyButton type="button" aria-label={label} title={messages.copy(text)} onClick={() => copy(text)}>
        <Copy aria-hidden="true" />
      </CopyButton>
    </Row>
  )
}

export const shortId = (id: string) => id.slice(-8)

function copy(text: string) {
  // Pages without TLS have no clipboard.
  const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
  written.then(
    () => toast(messages.copied),
    () => toast(messages.notCopied(text)),
  )
}

const Row = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};

  & > code {
    font: ${font.code};
  }
`

const CopyButton = styled.button`
  display: inline-grid;
  place-items: center;
  width: 1.5rem;
  height: 1.5rem;
  margin: -0.125rem 0;
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color['text.muted']};
  cursor: pointer;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
    color: ${color['text.default']};
  }

  & > svg {
    width: 0.875rem;
    height: 0.875rem;
  }
`
