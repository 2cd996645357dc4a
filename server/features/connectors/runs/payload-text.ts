/** A payload as a person is shown it: formatted, every number as it came, and no secret in it (threat T-SEC-3). */
import { type ShownPayload, shownTextMax } from '#contract/connectors/runs/shown-payload.ts'
import { isRaw } from '#server/platform/json/raw-json.ts'
import { createSecretSearch, replaceSpans, type Span } from '#server/platform/security/secret-search.ts'
import { savedSecrets } from '#server/records/connectors/secrets.repository.ts'
import { cachedBySecrets } from '../secrets/secret-cache.ts'

const mask = '••••'
/** A saved secret that is shorter is found everywhere. */
const secretMin = 6
const secretName = /token|secret|passw|passphrase|credential|authoriz|bearer|cookie|(api|access|private)[-_ ]?key/i
const tokenStart = 'eyJ'
/** Letters of the first two parts of a token behind its start, at least. */
const partMin = 8
const keyStart = '-----BEGIN '
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g

const isOfToken = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 45 || code === 95

/** Tokens in three parts. Read letter by letter: an expression would go back over a text of megabytes that nearly is one. */
function tokenSpans(text: string): Span[] {
  const spans: Span[] = []
  const endFrom = (at: number) => {
    let end = at
    while (end < text.length && isOfToken(text.charCodeAt(end))) end += 1
    return end
  }
  for (let from = text.indexOf(tokenStart); from >= 0; ) {
    if (from > 0 && isOfToken(text.charCodeAt(from - 1))) {
      from = text.indexOf(tokenStart, endFrom(from))
      continue
    }
    const first = endFrom(from)
    const second = text[first] === '.' ? endFrom(first + 1) : first
    const isToken = first - from - tokenStart.length >= partMin && second - first - 1 >= partMin && text[second] === '.'
    const end = isToken ? endFrom(second + 1) : first
    if (isToken) spans.push({ start: from, end })
    from = text.indexOf(tokenStart, end)
  }
  return spans
}

/** What it was given is not changed. */
export type PayloadMask = (payload: unknown) => unknown

type Name = { readonly shown: string; readonly isSecret: boolean }
/** Names of fields that a mask remembers; records of one kind share theirs. */
const namesMax = 10_000

/** The mask of a company. */
export const maskOf = cachedBySecrets(async ({ db, vault }, companyId) =>
  createPayloadMask(await savedSecrets(db, vault, companyId)),
)

/** @param saved secrets of the company in clear. */
export function createPayloadMask(saved: readonly string[]): PayloadMask {
  const search = createSecretSearch(saved, secretMin)
  const masked = (text: string) => {
    const saved = replaceSpans(text, search.spans(text), mask)
    const shown = saved.includes(tokenStart) ? replaceSpans(saved, tokenSpans(saved), mask) : saved
    return shown.includes(keyStart) ? shown.replaceAll(privateKey, mask) : shown
  }
  const names = new Map<string, Name>()
  const nameOf = (name: string): Name => {
    const known = names.get(name)
    if (known) return known
    if (names.size === namesMax) names.clear()
    const made = { shown: masked(name), isSecret: secretName.test(name) }
    names.set(name, made)
    return made
  }
  const walk = (value: unknown, isSecret: boolean): unknown => {
    if (typeof value === 'string') return isSecret && value !== '' ? mask : masked(value)
    if (typeof value !== 'object' || value === null || isRaw(value)) return value
    if (Array.isArray(value)) return walkList(value, isSecret)
    let isOther = false
    const entries: [string, unknown][] = []
    for (const name of Object.keys(value)) {
      const { shown, isSecret: isNamedSo } = nameOf(name)
      const inner = (value as Readonly<Record<string, unknown>>)[name]
      const it = walk(inner, isSecret || isNamedSo)
      isOther ||= it !== inner || shown !== name
      entries.push([shown, it])
    }
    return isOther ? Object.fromEntries(entries) : value
  }
  const walkList = (list: readonly unknown[], isSecret: boolean) => {
    const made = list.map((it) => walk(it, isSecret))
    return made.some((it, at) => it !== list[at]) ? made : list
  }
  return (payload) => walk(payload, false)
}

/** A payload that is too large says how large it is as it is sent: blanks of the formatting do not count. */
export function shownPayload(payload: unknown, mask: PayloadMask): ShownPayload {
  const masked = mask(payload)
  const text = JSON.stringify(masked, null, 2)
  return text.length > shownTextMax ? { bytes: Buffer.byteLength(JSON.stringify(masked)) } : { text }
}
