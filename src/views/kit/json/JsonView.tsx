import { foldable, foldEffect, forceParsing, syntaxTree, unfoldAll } from '@codemirror/language'
import { openSearchPanel } from '@codemirror/search'
import type { StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { jsonMessages as messages } from '../json.messages.ts'
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

/** Milliseconds that a person waits for a text to be read to its end; what was not read by then stays open. */
const readingLimit = 1_000

/** Folds whatever stands directly in the outermost object or list, so that its names are seen one under the other. */
function foldInner(view: EditorView): void {
  unfoldAll(view)
  // What can be folded is read off the state's own tree, which ends where the first few milliseconds of reading did.
  const isRead = forceParsing(view, view.state.doc.length, readingLimit)
  const { state } = view
  const outermost = isRead ? (syntaxTree(state).topNode.firstChild ?? undefined) : undefined
  const effects: StateEffect<{ readonly from: number; readonly to: number }>[] = []
  for (let child = outermost?.firstChild; child; child = child.nextSibling) {
    const line = state.doc.lineAt(child.from)
    const range = foldable(state, line.from, line.to)
    // Of the line of the outermost bracket all would be folded.
    if (range !== null && outermost !== undefined && range.from > outermost.from + 1) effects.push(foldEffect.of(range))
  }
  view.dispatch({ effects })
}
