import type { Text } from '@codemirror/state'

const made = new WeakMap<Text, string>()

/** The whole of a document as one string. Making it of megabytes takes longer than a key may: of one document it is made once. */
export function textOf(doc: Text): string {
  const text = made.get(doc) ?? doc.toString()
  made.set(doc, text)
  return text
}
