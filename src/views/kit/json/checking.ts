/** Says where a text is no JSON while it is written. Reading megabytes takes longer than a key may: it is done in pieces, between which keys are heard. */
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'

import { type JsonRead, readingJson } from '#src/machines/kit/json-read.ts'
import { jsonMessages } from '../json.messages.ts'
import { textOf } from './text-of.ts'

/** Milliseconds without a key before the text is read. */
const pause = 300
/** Milliseconds of reading at a time: half a frame. */
const piece = 8

const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

/** Null when the text was changed meanwhile: then it is read anew. */
async function readBetweenKeys(view: EditorView): Promise<JsonRead | null> {
  const { doc } = view.state
  const reading = readingJson(textOf(doc))
  for (;;) {
    const until = performance.now() + piece
    while (performance.now() < until) {
      const { done, value } = reading.next()
      if (done) return value
    }
    await nextTurn()
    if (view.state.doc !== doc) return null
  }
}

async function faultIn(view: EditorView): Promise<readonly Diagnostic[]> {
  if (view.state.doc.length === 0) return []
  const read = await readBetweenKeys(view)
  if (read === null || 'value' in read) return []
  const { reason, at } = read.fault
  const from = Math.min(at, view.state.doc.length)
  // At the end of a line there is no sign to underline: the one before is.
  const to = Math.min(from + 1, view.state.doc.lineAt(from).to)
  return [{ from: from === to ? Math.max(0, from - 1) : from, to, severity: 'error', message: jsonMessages.fault[reason] }]
}

export const checking: Extension = [linter(faultIn, { delay: pause }), lintGutter(), keymap.of(lintKeymap)]
