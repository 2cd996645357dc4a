/** A message as tokens, and the fields of a system that it names. */
import type { ShapeField } from '#contract/connectors/config/shape.ts'

const charactersMax = 4_000
const tokensMax = 300

/** `value` is in lower case, `text` as it was written; a quoted text has no other meaning. */
export type Token = {
  readonly text: string
  readonly value: string
  readonly kind: 'word' | 'number' | 'quoted' | 'sign' | 'end'
  readonly from: number
  readonly to: number
}

const scanner =
  /"([^"]{0,256})"|“([^”]{0,256})”|'([^'\s][^']{0,255})'(?!\p{L})|(\d+(?:[.,]\d+)*)(?![\p{L}\d])|([\p{L}\d_][\p{L}\d_@-]*(?:[.'’][\p{L}\d_@-]+)*)|([!<>=]=|<>|[=<>*/+×()-])|([.,;:!?\n])/gu

export function tokensOf(message: string): readonly Token[] {
  const tokens: Token[] = []
  for (const found of message.slice(0, charactersMax).matchAll(scanner)) {
    if (tokens.length === tokensMax) break
    const [whole, one, two, three, number, word, sign] = found
    const quoted = one ?? two ?? three
    const kind = quoted !== undefined ? 'quoted' : number ? 'number' : word ? 'word' : sign ? 'sign' : 'end'
    const text = quoted ?? whole
    const value = kind === 'quoted' ? '' : text.toLowerCase().replace('’', "'")
    tokens.push({ text, value, kind, from: found.index, to: found.index + whole.length })
  }
  return tokens
}

const wordsIn = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')

/** Words that begin something else than the condition or formula before. */
const stops: ReadonlySet<string> = new Set(
  'and or then from to into onto every at on daily hourly weekly monthly but with where whose only just if when please so set calculate compute'.split(
    ' ',
  ),
)

/** Fields by their last words, in lower case, and by all of them. */
export type Fields = {
  readonly byEnd: ReadonlyMap<string, readonly ShapeField[]>
  readonly byWhole: ReadonlyMap<string, readonly ShapeField[]>
}

const articles = new Set(['a', 'an', 'the', 'their', 'its'])
const fieldWordsMax = 6

/** The fields that hold one value of a record; those of lists are left out. */
export function fieldsOf(fields: readonly ShapeField[]): Fields {
  const [byEnd, byWhole] = [new Map<string, ShapeField[]>(), new Map<string, ShapeField[]>()]
  const put = (map: Map<string, ShapeField[]>, name: string, field: ShapeField) => {
    const known = map.get(name)
    if (known) known.push(field)
    else map.set(name, [field])
  }
  for (const field of fields) {
    if (field.path.includes('[*]')) continue
    const words = wordsIn(field.path)
    put(byWhole, words.join(' '), field)
    for (let count = 1; count <= Math.min(words.length, fieldWordsMax); count += 1)
      put(byEnd, words.slice(-count).join(' '), field)
  }
  return { byEnd, byWhole }
}

/** A field that is named from a token on: by its whole path, or by its last words where they belong to one field alone. */
export function fieldAt(
  tokens: readonly Token[],
  at: number,
  { byEnd, byWhole }: Fields,
): { readonly field: ShapeField; readonly next: number } | null {
  const first = articles.has(tokens[at]?.value ?? '') ? at + 1 : at
  const isQuoted = tokens[first]?.kind === 'quoted'
  const most = tokens.slice(first, first + fieldWordsMax).findIndex(({ kind }) => kind !== 'word')
  for (let count = isQuoted ? 1 : most === -1 ? fieldWordsMax : most; count > 0; count -= 1) {
    const name = tokens
      .slice(first, first + count)
      .flatMap(({ text }) => wordsIn(text))
      .join(' ')
    // "at" is no name of created_at.
    const ends = stops.has(name) ? undefined : byEnd.get(name)
    const [field, ...others] = byWhole.get(name) ?? ends ?? []
    if (field && others.length === 0) return { field, next: first + count }
  }
  return null
}

/** A number that is written with digits and a point; null of others. */
export const numberOf = ({ kind, text }: Token): number | null =>
  kind === 'number' && /^\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : null

export const isOneOf = (token: Token | undefined, ...values: readonly string[]): boolean =>
  token !== undefined && values.includes(token.value)

/** Capitals are a value: "AT" is Austria. */
export const isStop = (token: Token | undefined): boolean =>
  token?.kind === 'word' && stops.has(token.value) && token.text !== token.text.toUpperCase()

/** Where a sentence is at its end, or goes on with something else. */
export const isOver = (token: Token | undefined): boolean =>
  token === undefined || token.kind === 'end' || (isStop(token) && token.value !== 'and' && token.value !== 'or')
