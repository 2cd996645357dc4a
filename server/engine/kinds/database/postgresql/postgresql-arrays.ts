/** Arrays as PostgreSQL writes them (`{1,NULL,"a \"b\"",{…}}`, with or without bounds before). A foreign server wrote the text: each sign is read once. */
import { ValueFault } from '../driver.ts'

/** PostgreSQL itself has six. */
const depthMax = 6

const bounds = /^(?:\[-?\d{1,10}:-?\d{1,10}\]){1,6}=/

const unread = (what: string) => new ValueFault(`its array ${what}`)

/** What stands from a quote on: the text, and where it ends behind the closing quote. */
function quotedAt(text: string, from: number): { readonly value: string; readonly end: number } {
  const parts: string[] = []
  let start = from + 1
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') {
      parts.push(text.slice(start, at))
      at += 1
      start = at
    } else if (sign === '"') return { value: parts.join('') + text.slice(start, at), end: at + 1 }
  }
  throw unread('is incomplete')
}

function endOfBare(text: string, from: number): number {
  let at = from
  while (at < text.length && !'{},"'.includes(text.charAt(at))) at += text[at] === '\\' ? 2 : 1
  return at
}

/** @param read of each value that is not null. @throws `ValueFault` when it is no array, or deeper than PostgreSQL has them. */
export function arrayOf(text: string, read: (text: string) => unknown): unknown[] {
  const whole: unknown[] = []
  const open: unknown[][] = []
  let list = whole
  let at = bounds.exec(text)?.[0].length ?? 0
  if (text[at] !== '{') throw unread('has an invalid start')
  for (; at < text.length; ) {
    const sign = text[at]
    if (sign === '{') {
      if (open.length === depthMax) throw unread(`is nested deeper than ${depthMax} levels`)
      const inner: unknown[] = open.length === 0 ? whole : []
      if (open.length > 0) list.push(inner)
      open.push(inner)
      list = inner
      at += 1
    } else if (sign === '}') {
      open.pop()
      at += 1
      const outer = open.at(-1)
      if (outer === undefined) break
      list = outer
    } else if (sign === ',') at += 1
    else if (sign === '"') {
      const { value, end } = quotedAt(text, at)
      list.push(read(value))
      at = end
    } else {
      const end = endOfBare(text, at)
      const value = text.slice(at, end).replaceAll(/\\(.)/gs, '$1')
      list.push(value === 'NULL' ? null : read(value))
      at = end
    }
  }
  if (open.length > 0) throw unread('is incomplete')
  if (at !== text.length) throw unread('contains text after its end')
  return whole
}
