/** What a JSON text may not hold although it is JSON: the same name twice in one object, a name that is no name, too many levels. */
import { depthMax, endOfString } from '../../kit/json-read.ts'

const space = /[ \t\r\n]*/y

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

/** The place after the blanks from `at` on. */
function pastSpace(text: string, at: number): number {
  space.lastIndex = at
  space.exec(text)
  return space.lastIndex
}

/**
 * Of the first such place a sentence with its line; null where there is none. One pass, without recursion.
 * @param text is JSON, or so deep that nobody could tell.
 */
export function nameFault(text: string): string | null {
  /** The names of each object that is open; null for a list. */
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '{' || sign === '[') {
      if (open.push(sign === '{' ? new Set() : null) > depthMax)
        return `The text is nested more than ${depthMax} levels deep (line ${lineOf(text, at)}).`
    } else if (sign === '}' || sign === ']') open.pop()
    else if (sign === '"') {
      const end = endOfString(text, at) ?? text.length
      const names = open.at(-1)
      if (names && text[pastSpace(text, end)] === ':') {
        const name = String(JSON.parse(text.slice(at, end)))
        if (name === '__proto__') return `The name "__proto__" cannot be used (line ${lineOf(text, at)}).`
        if (names.has(name)) return `The name ${JSON.stringify(name)} appears twice in one object (line ${lineOf(text, at)}).`
        names.add(name)
      }
      at = end - 1
    }
  }
  return null
}
