import { configEditorWords as words } from '../../words/config-editor.ts'
import { toast } from '../parts/toast.ts'

/** Pages without TLS have no clipboard of the new kind: the old way of copying is left to them. */
export function copyJson(text: string) {
  const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
  written
    .catch(() => copyByHand(text))
    .then(
      () => toast(words.copied),
      () => toast(words.notCopied),
    )
}

function copyByHand(text: string) {
  const area = document.createElement('textarea')
  area.value = text
  // Inside an open dialog nothing else can have the focus.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.appendChild(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (!isCopied) throw new Error('not copied')
}
