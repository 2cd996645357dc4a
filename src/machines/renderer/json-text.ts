/** JSON as a text: broken into lines without a digit of it being changed. */

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a] as const
const isOpening = (code: number) => code === 0x7b || code === 0x5b
const isClosing = (code: number) => code === 0x7d || code === 0x5d
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Steps of indentation that are drawn: a text that nests deeper stays in sight, and does not grow with the square of its depth. */
const stepsMax = 64

/** Where the text that opens at `at` ends: after its closing quote. */
function endOfText(text: string, at: number): number {
  for (let to = at + 1; to < text.length; to += 1) {
    const code = text.charCodeAt(to)
    if (code === backslash) to += 1
    else if (code === quote) return to + 1
  }
  return text.length
}

/** The first place from `at` on where no space stands. */
function pastSpace(text: string, at: number): number {
  let to = at
  while (to < text.length && isSpace(text.charCodeAt(to))) to += 1
  return to
}

/**
 * A JSON text with each name and item on a line of its own, two spaces for each level. Numbers, texts and the order of names stay as they were
 * sent. Of a text that is no JSON, some text with the same characters but for the spaces.
 */
export function indented(text: string): string {
  const parts: string[] = []
  let level = 0
  const line = () => `\n${'  '.repeat(Math.min(level, stepsMax))}`
  for (let at = pastSpace(text, 0); at < text.length; at = pastSpace(text, at)) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const to = endOfText(text, at)
      parts.push(text.slice(at, to))
      at = to
    } else if (isOpening(code)) {
      const next = pastSpace(text, at + 1)
      if (isClosing(text.charCodeAt(next))) {
        parts.push(text.charAt(at) + text.charAt(next))
        at = next + 1
      } else {
        level += 1
        parts.push(text.charAt(at), line())
        at += 1
      }
    } else if (isClosing(code)) {
      level = Math.max(0, level - 1)
      parts.push(line(), text.charAt(at))
      at += 1
    } else if (code === comma) {
      parts.push(',', line())
      at += 1
    } else if (code === colon) {
      parts.push(': ')
      at += 1
    } else {
      let to = at + 1
      for (let next = text.charCodeAt(to); to < text.length && !isSign(next); next = text.charCodeAt(to)) to += 1
      parts.push(text.slice(at, to))
      at = to
    }
  }
  return parts.join('')
}

const isSign = (code: number) =>
  code === quote || code === comma || code === colon || isOpening(code) || isClosing(code) || isSpace(code)
