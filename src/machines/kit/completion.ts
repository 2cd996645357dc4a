/** Completing names of fields in a text: what is offered at the caret, and the text with the name that was taken. Pure. */

/** What a name begins with: `{name}` in URLs and bodies, `:name` in statements. */
export type CompletionSign = '{' | ':'

export type Offered = {
  /** As people know it, and as it is searched. */
  readonly label: string
  /** As it is written into the text. */
  readonly name: string
  /** What it is, in two words. */
  readonly note: string
}

/** `from`: the place of the sign. */
export type Completion = {
  readonly from: number
  readonly options: readonly Offered[]
  /** No sign begins the name: it takes the place of the word. */
  readonly isWord?: true
}

export const completionsMax = 8

/** Where a text ends being the name after its sign. */
const ends: Readonly<Record<CompletionSign, RegExp>> = { '{': /[{}\s"'<>&,;/?#]/, ':': /\W/ }

/** The place of the sign before the caret; null where none begins a name. */
function signBefore(text: string, caret: number, sign: CompletionSign): number | null {
  const from = caret === 0 ? -1 : text.lastIndexOf(sign, caret - 1)
  if (from < 0 || ends[sign].test(text.slice(from + 1, caret))) return null
  const before = text[from - 1] ?? ''
  // Two braces are text, and `a::int` and `12:30` have no names.
  return before === sign || (sign === ':' && /\w/.test(before)) ? null : from
}

/**
 * What fits at the caret; null where nothing does.
 * @param isLong whether the text has several lines: there a brace alone begins an object of JSON more often than a name.
 */
export function completionAt(
  text: string,
  caret: number,
  offered: readonly Offered[],
  { sign = '{', isLong = false }: { readonly sign?: CompletionSign; readonly isLong?: boolean } = {},
): Completion | null {
  const from = signBefore(text, caret, sign)
  if (from === null) return null
  const sought = text.slice(from + 1, caret).toLowerCase()
  if (isLong && sought === '') return null
  const fitting = offered.filter(({ label }) => label.toLowerCase().includes(sought))
  const begins = ({ label }: Offered) => label.toLowerCase().startsWith(sought)
  const options = [...fitting.filter(begins), ...fitting.filter((it) => !begins(it))].slice(0, completionsMax)
  return options.length === 0 ? null : { from, options }
}

/** The text with the name, and the caret after it. */
export function completed(text: string, caret: number, { from, isWord }: Completion, { name }: Offered) {
  if (isWord) return { text: `${text.slice(0, from)}${name}${text.slice(caret)}`, caret: from + name.length }
  const isBrace = text[from] === '{'
  const end = isBrace && text[caret] === '}' ? caret + 1 : caret
  const written = isBrace ? `{${name}}` : `:${name}`
  return { text: `${text.slice(0, from)}${written}${text.slice(end)}`, caret: from + written.length }
}
