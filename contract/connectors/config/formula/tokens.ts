/** The words of a formula. One pass over its characters: no pattern looks back. */
import { refuse } from './syntax.ts'

export type Token = {
  readonly kind: 'number' | 'text' | 'field' | 'name' | 'sign' | 'end'
  /** As it counts: a text without its quotation marks, a field as a path, all else as it is written. */
  readonly text: string
  readonly from: number
  readonly to: number
}

const space = /\s*/y
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,6})?/y
const name = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const sign = /<=|>=|<>|!=|==|[-+*/%&=<>(),]/y
const index = /\[(?:\*|\d{1,5})\]/y

/** What a pattern finds at a place; the empty text where it finds nothing. */
function found(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A text in single or double quotation marks, and the place after it. */
function quoted(text: string, from: number): { readonly value: string; readonly to: number } {
  const mark = text[from]
  let value = ''
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === mark) return { value, to: at + 1 }
    if (character !== '\\') value += character
    else {
      at += 1
      const next = text[at] ?? ''
      const code = next === 'u' ? found(/[\da-fA-F]{4}/y, text, at + 1) : ''
      value += code === '' ? (escapes[next] ?? next) : String.fromCharCode(Number.parseInt(code, 16))
      at += code.length
    }
  }
  return refuse(from, text.length, 'Text is not closed', 'Add a closing quotation mark')
}

/** The end of a step in brackets: `[0]`, `[*]`, `["odd.name"]`. */
function bracketEnd(text: string, from: number): number {
  const short = found(index, text, from)
  if (short !== '') return from + short.length
  const first = text[from + 1]
  if (first !== '"' && first !== "'") return refuse(from, from + 1, 'A bracket is not valid', 'Use [0], [*] or ["name"]')
  const { to } = quoted(text, from + 1)
  return text[to] === ']' ? to + 1 : refuse(from, to, 'A bracket is not closed', 'Add a closing bracket')
}

/** The end of a path that goes on at a place. */
function pathEnd(text: string, from: number): number {
  let at = from
  for (;;) {
    if (text[at] === '[') at = bracketEnd(text, at)
    else if (text[at] === '.') {
      const next = found(name, text, at + 1)
      if (next === '') return refuse(at, at + 1, 'A field name is missing', 'Put names with spaces in braces: {Full name}')
      at += 1 + next.length
    } else return at
  }
}

/** A path in braces, which may have any names, and what follows the braces. */
function braced(text: string, from: number): Token {
  let at = from + 1
  while (at < text.length && text[at] !== '}') {
    const isQuoted = text[at] === '[' && (text[at + 1] === '"' || text[at + 1] === "'")
    at = isQuoted ? bracketEnd(text, at) : at + 1
  }
  if (at >= text.length) return refuse(from, text.length, 'A field name is not closed', 'Add a closing brace')
  const inside = text.slice(from + 1, at).trim()
  if (inside === '') return refuse(from, at + 1, 'A field name is missing')
  const to = pathEnd(text, at + 1)
  return { kind: 'field', text: inside + text.slice(at + 1, to), from, to }
}

function tokenAt(text: string, from: number): Token {
  const token = (kind: Token['kind'], value: string, to = from + value.length): Token => ({ kind, text: value, from, to })
  const character = text[from] ?? ''
  if (character === '"' || character === "'") {
    const { value, to } = quoted(text, from)
    return token('text', value, to)
  }
  if (character === '{') return braced(text, from)
  if (character === '[') {
    const to = pathEnd(text, from)
    return token('field', text.slice(from, to))
  }
  const digits = found(number, text, from)
  if (digits !== '') return token('number', digits)
  const word = found(name, text, from)
  if (word !== '') {
    const to = pathEnd(text, from + word.length)
    return token(to === from + word.length ? 'name' : 'field', text.slice(from, to))
  }
  const operator = found(sign, text, from)
  return operator === '' ? refuse(from, from + 1, `"${character}" is not allowed`) : token('sign', operator)
}

/** All words of a formula, ending with `end`. A leading `=`, as spreadsheets have it, says nothing. @throws `Unreadable`. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = found(space, text, 0).length
  if (text[at] === '=') at += 1
  for (;;) {
    at += found(space, text, at).length
    if (at >= text.length) return [...tokens, { kind: 'end', text: '', from: text.length, to: text.length }]
    const token = tokenAt(text, at)
    tokens.push(token)
    at = token.to
  }
}
