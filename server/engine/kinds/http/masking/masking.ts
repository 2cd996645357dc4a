/** Takes secrets out of texts of other systems that are going to be kept or shown (threat T-SEC-3). Texts of a caller are never compared with a secret. */
import { withoutEnd } from '#contract/kit/without-end.ts'
import type { Masked } from '#server/engine/kit/kind.ts'
import {
  createSecretSearch,
  joinedSpans,
  replaceSpans,
  type SecretSearch,
  type Span,
} from '#server/platform/security/secret-search.ts'
import { sourceOf, unescaped } from './unescaping.ts'

export const mask = '••••'

export type Mask = {
  readonly masked: Masked
  /** From now on these are masked, too. */
  readonly add: (...secrets: readonly string[]) => void
}

/** Bytes behind a cut that are read along with what is shown, so that a secret which the cut divides is found as a whole. */
export const lookAhead = 16_384

/** A shorter secret would be found in every second word, and so be told: it is masked only where it is the whole text. */
const insideMin = 4

const formText = (text: string) => String(new URLSearchParams([['', text]])).slice(1)
const lowerEscapes = (text: string) => text.replace(/%[0-9A-F]{2}/g, (it) => it.toLowerCase())

const markup = /[<>&"']/g
/** The ways in which HTML and XML write the characters that mean something there. */
const entities: readonly Readonly<Record<string, string>>[] = [
  { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' },
  { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&#34;', "'": '&#39;' },
  { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#039;' },
  { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#x27;' },
  { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' },
  { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '"', "'": "'" },
]
const coded = (before: string, digits: (code: number) => string, after: string) => (text: string) =>
  text.replace(markup, (it) => `${before}${digits(it.charCodeAt(0))}${after}`)
const inMarkup: readonly ((text: string) => string)[] = [
  ...entities.map((names) => (text: string) => text.replace(markup, (it) => names[it] ?? it)),
  coded('&#', (code) => String(code), ';'),
  coded('&#x', (code) => code.toString(16), ';'),
  coded('&#x', (code) => code.toString(16).toUpperCase(), ';'),
]
const hex4 = (code: number) => code.toString(16).padStart(4, '0')
/** Writers of JSON that think of HTML escape these, in small letters or in capitals; some leave the quotes to JSON. */
const inJsonForMarkup: readonly ((text: string) => string)[] = [/[<>&]/g, /[<>&']/g].flatMap((characters) =>
  [hex4, (code: number) => hex4(code).toUpperCase()].map(
    (digits) => (json: string) => json.replace(characters, (it) => `\\u${digits(it.charCodeAt(0))}`),
  ),
)
const jsonText = (text: string) => JSON.stringify(text).slice(1, -1)
/** Everything that JSON allows to be escaped by number: quotes, too. */
const inJsonByNumber: readonly ((text: string) => string)[] = [hex4, (code: number) => hex4(code).toUpperCase()].map(
  (digits) => (text: string) => text.replace(/[<>&"'\\]/g, (it) => (it === '\\' ? '\\\\' : `\\u${digits(it.charCodeAt(0))}`)),
)

/** A secret as others may say it back: as it is, inside JSON, HTML or XML, in an address, in a form, in base64 of both kinds, in hexadecimal digits. */
export function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64')
  const [hex, inAddress, inForm] = [bytes.toString('hex'), encodeURIComponent(secret.toWellFormed()), formText(secret)]
  const plain = [secret, inAddress, lowerEscapes(inAddress), inForm, lowerEscapes(inForm), hex, hex.toUpperCase()]
  const inBase64 = [base64, withoutEnd(base64, '='), bytes.toString('base64url'), encodeURIComponent(base64)]
  const inJson = [secret, base64].map(jsonText)
  const forMarkup = markup.test(secret)
    ? [
        ...inMarkup.map((write) => write(secret)),
        ...inJsonForMarkup.map((write) => write(jsonText(secret))),
        ...inJsonByNumber.map((write) => write(secret)),
      ]
    : []
  markup.lastIndex = 0
  // Some writers of JSON escape the slash, too; and JSON carries markup.
  const inMarkupInJson = forMarkup.map(jsonText)
  return [...plain, ...inBase64, ...inJson, ...inJson.map((text) => text.replaceAll('/', '\\/')), ...forMarkup, ...inMarkupInJson]
}

/** Escapes within escapes that are looked through: JSON in a string of JSON, HTML in JSON. */
const levels = 2

/** Characters that the beginning of an escape at the end of a text may leave undecoded. */
const brokenEscape = 32

/** A secret that itself looks like escapes, as somebody reads it who undoes them. */
function decodedSpellings(secret: string): string[] {
  const found: string[] = []
  for (let it = unescaped(secret); it !== null && found.length < levels; it = unescaped(it.text)) found.push(it.text)
  return found
}

type Look = {
  readonly spans: readonly Span[]
  /** Up to here no secret that the end of the text divides can begin. */
  readonly sure: number
}

/** Where secrets stand in a text, however its characters are escaped, each in its own way. */
function lookedThrough(text: string, search: SecretSearch): Look {
  if (search.longest === 0) return { spans: [], sure: text.length }
  let spans = search.spans(text)
  let sure = text.length - search.longest + 1
  const toSource: ((start: number, end: number) => Span)[] = []
  for (let it = unescaped(text); it !== null && toSource.length < levels; it = unescaped(it.text)) {
    const view = it
    toSource.unshift((start, end) => sourceOf(view, start, end))
    const back = (span: Span) => toSource.reduce<Span>(({ start, end }, step) => step(start, end), span)
    spans = joinedSpans(spans, search.spans(view.text).map(back))
    const safe = Math.max(0, view.text.length - search.longest + 1 - brokenEscape)
    sure = Math.min(sure, back({ start: safe, end: safe + 1 }).start)
  }
  return { spans, sure }
}

/** Takes out the secrets in every spelling; the spellings are put together once. */
export function createMask(...secrets: readonly string[]): Mask {
  const given = new Set<string>()
  const known = new Set<string>()
  let search: SecretSearch | null = null

  const add: Mask['add'] = (...more) => {
    const fresh = more.filter((secret) => secret !== '' && !given.has(secret))
    if (fresh.length === 0) return
    for (const secret of fresh) {
      given.add(secret)
      if (secret.length >= insideMin) for (const it of [...spellings(secret), ...decodedSpellings(secret)]) known.add(it)
    }
    search = null
  }
  add(...secrets)

  return {
    masked: (text, cut) => {
      if (given.has(text)) return mask
      search ??= createSecretSearch(known, insideMin)
      const { spans, sure } = lookedThrough(text, search)
      if (cut === undefined) return replaceSpans(text, spans, mask)
      // What may belong to a secret that goes on behind the end is left out, whatever it says: no comparison with a part of a secret.
      const end = cut.isCut ? Math.min(cut.shown, Math.max(0, sure)) : cut.shown
      const shown = spans.filter(({ start }) => start < end)
      return replaceSpans(text.slice(0, Math.max(end, shown.at(-1)?.end ?? 0)), shown, mask)
    },
    add,
  }
}
