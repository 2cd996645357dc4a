import { foldable, foldEffect, forceParsing, syntaxTree, unfoldAll } from '@codemirror/language'
import type { StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Milliseconds that a person waits for a text to be read to its end; what was not read by then stays open. */
const readingLimit = 1_000

/** Folds whatever stands directly in the outermost object or list, so that its names are seen one under the other. */
export function foldInner(view: EditorView): void {
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
