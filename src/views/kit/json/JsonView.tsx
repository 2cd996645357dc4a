import { unfoldAll } from '@codemirror/language'
import { openSearchPanel } from '@codemirror/search'
import { useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { jsonMessages as messages } from '../json.messages.ts'
import { foldInner } from './folding.ts'
import { Frame, Tools } from './frame.ts'
import { newPane } from './pane.ts'

export type JsonViewProps = {
  /** What it is called by assistive technology. */
  readonly label: string
  /** Shown as it stands; `indented` of `machines/kit/json-text.ts` breaks it into lines. */
  readonly text: string
  /** In CSS pixels; without it as high as the text, up to most of the page. */
  readonly height?: number
}

/** JSON to read: lines, colours, folding and search. Several megabytes stay quick, for only what is in sight is drawn. */
export function JsonView({ label, text, height }: JsonViewProps) {
  const [pane] = useState(newPane)
  const withView = (act: (view: NonNullable<ReturnType<typeof pane.view>>) => void) => () => {
    const view = pane.view()
    if (view !== null) act(view)
  }
  return (
    <Frame ref={pane.hold} $height={height}>
      <Tools role="group" aria-label={messages.tools(label)}>
        <Button kind="quiet" onPress={withView(openSearchPanel)}>
          {messages.search}
        </Button>
        <Button kind="quiet" onPress={withView(foldInner)}>
          {messages.fold}
        </Button>
        <Button kind="quiet" onPress={withView(unfoldAll)}>
          {messages.unfold}
        </Button>
      </Tools>
      <div
        data-pane
        ref={(place) => pane.follow(place, { label, text, isReadOnly: true, extensions: none, onWrite: () => {} })}
      />
    </Frame>
  )
}

const none: never[] = []
