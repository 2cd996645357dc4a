/** JSON as a text: broken into lines without a digit of it being changed. */
import { depthMax, endOfString, type JsonFault, readJson } from './json-read.ts'

const [quote, comma, colon] = [0x22, 0x2c, 0x3a] as const
const isOpening = (code: number) => code === 0x7b || code === 0x5b
const isClosing = (code: number) => code === 0x7d || code === 0x5d
const space = /[ \t\r\n]*/y
const bare = /[^\s,:[\]{}"]+/y

/** Characters; what would be longer than this with its levels indented is not indented. */
const indentedMax = 24_000_000

type LaidOutJson = { readonly text: string; readonly depth: number }

/** As far as `pattern`, which is sticky, goes from `at` on. */
function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text) === null ? at : pattern.lastIndex
}

/** Null when it would be longer than `max`. */
function withIndent(text: string, step: string, max: number): LaidOutJson | null {
  const starts = ['\n']
  const startOf = (level: number) => {
    for (let next = starts.length; next <= level; next += 1) starts.push(starts[next - 1] + step)
    return starts[level] ?? '\n'
  }
  let [made, level, depth] = ['', 0, 0]
  for (let at = past(space, text, 0); at < text.length && made.length <= max; at = past(space, text, at)) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at) ?? text.length
      made += text.slice(at, end)
      at = end
    } else if (isOpening(code)) {
      const next = past(space, text, at + 1)
      const isEmpty = isClosing(text.charCodeAt(next))
      depth = Math.max(depth, level + 1)
      if (!isEmpty) level += 1
      made += isEmpty ? text.charAt(at) + text.charAt(next) : text.charAt(at) + startOf(level)
      at = isEmpty ? next + 1 : at + 1
    } else if (isClosing(code)) {
      level = Math.max(0, level - 1)
      made += startOf(level) + text.charAt(at)
      at += 1
    } else if (code === comma) {
      made += `,${startOf(level)}`
      at += 1
    } else if (code === colon) {
      made += ': '
      at += 1
    } else {
      const end = Math.max(at + 1, past(bare, text, at))
      made += text.slice(at, end)
      at = end
    }
    // Nobody sees it, and each level would make every line of it longer.
    if (depth > depthMax) break
  }
  return made.length > max ? null : { text: made, depth }
}

const layOut = (text: string): LaidOutJson =>
  withIndent(text, '  ', indentedMax) ?? withIndent(text, '', Number.POSITIVE_INFINITY) ?? { text, depth: 0 }

/**
 * A JSON text with each name and item on a line of its own, two spaces for each level; only new lines where that would make it many times longer.
 * Numbers, texts and the order of names stay as they were sent.
 */
export const indented = (text: string): string => layOut(text).text

/** The same of a text that may be none: then why, and where. */
export function checked(text: string): { readonly text: string } | { readonly fault: JsonFault } {
  try {
    JSON.parse(text)
  } catch {
    const read = readJson(text)
    if ('fault' in read) return read
  }
  const { text: lines, depth } = layOut(text)
  if (depth <= depthMax) return { text: lines }
  const read = readJson(text)
  return 'fault' in read ? read : { text: lines }
}
