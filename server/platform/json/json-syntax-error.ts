/** Says what is wrong with a text that is not JSON, or not JSON that means one thing (`faults.md` F12). */

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Why a parser refused a text, as a sentence that quotes nothing of it. `cause` is the parser's error. */
export function garbled(text: string, cause: unknown): string {
  const said = cause instanceof Error ? cause.message : ''
  const start = text.trimStart().slice(0, 64)
  if (start === '') return 'It is empty.'
  if (start.startsWith('<')) return /^<(!doctype html|html)/i.test(start) ? 'It is an HTML page.' : 'It is HTML or XML.'
  if (text.slice(0, 64).includes('\u0000')) return 'It contains zero bytes, so it may be UTF-16 instead of UTF-8.'
  if (/^Unexpected end|^Unterminated/.test(said)) return 'It is incomplete.'
  if (/after JSON/.test(said)) return 'Text follows the end of the JSON document.'
  const isNoNumber = /^Unexpected token '[NI]'|^No number after minus/.test(said) && /[[:,\s](?:NaN|-?Infinity)\b/.test(text)
  if (isNoNumber) return "It contains NaN or Infinity, which JSON doesn't allow."
  const position = / at position (\d+)/.exec(said)?.[1]
  if (position === undefined) return 'It is not valid JSON.'
  const isAtEnd = Number(position) >= text.trimEnd().length
  return isAtEnd ? 'It is incomplete.' : `It is not valid JSON at character ${Number(position) + 1}.`
}

/** A name that stands twice in one object of a JSON text, or null. The text is known to be JSON. */
export function repeatedName(text: string): string | null {
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '{') open.push(new Set())
    else if (char === '[') open.push(null)
    else if (char === '}' || char === ']') open.pop()
    if (char !== '"') continue
    const from = at
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
    let after = at + 1
    while (isSpace(text.charCodeAt(after))) after += 1
    if (text[after] !== ':') continue
    const raw = text.slice(from, at + 1)
    const name: string = raw.includes('\\') ? JSON.parse(raw) : raw.slice(1, -1)
    const names = open.at(-1)
    if (names?.has(name)) return name
    names?.add(name)
  }
  return null
}
