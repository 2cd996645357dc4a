import type { Extension } from '@codemirror/state'
import { useId, useState } from 'react'

import { jsonMessages as messages } from '../json.messages.ts'
import { Hint } from '../layout/blocks.ts'
import { Frame } from './frame.ts'
import { newPane } from './pane.ts'

export type JsonEditorProps = {
  /** What it is called by assistive technology. */
  readonly label: string
  /** Another text than the one last written here replaces what stands in it; Undo takes that back. */
  readonly text: string
  readonly onWrite: (text: string) => void
  readonly isReadOnly?: boolean
  /** In CSS pixels; without it as high as the text, up to most of the page. */
  readonly height?: number
  /** Linters, completion, hover, keys. The same value at each drawing: another one is configured anew. */
  readonly extensions?: Extension
}

/** JSON to write. Tab indents; Escape and then Tab leads out, and that is said under it. */
export function JsonEditor({ label, text, onWrite, isReadOnly = false, height, extensions = none }: JsonEditorProps) {
  const [pane] = useState(newPane)
  const id = useId()
  const describedBy = isReadOnly ? undefined : id
  return (
    <Frame ref={pane.hold} $height={height}>
      <div data-pane ref={(place) => pane.follow(place, { label, text, isReadOnly, describedBy, extensions, onWrite })} />
      {isReadOnly ? null : <Hint id={id}>{messages.wayOut}</Hint>}
    </Frame>
  )
}

const none: never[] = []
