/** A payload as a person is shown it: formatted, every number as it came, and no secret in it (threat T-SEC-3). */
import { type ShownPayload, shownTextMax } from '#contract/connectors/runs/shown-payload.ts'
import { isRaw } from '#server/platform/json/raw-json.ts'
import { createSecretSearch, replaceSpans } from '#server/platform/security/secret-search.ts'
import { keptBySecrets } from '../secrets/kept-by-secrets.ts'
import { savedSecrets } from '../secrets/secrets.repository.ts'

const mask = '••••'
/** A saved secret that is shorter is found everywhere. */
const secretMin = 6
const secretName = /token|secret|passw|passphrase|credential|authoriz|bearer|cookie|(api|access|private)[-_ ]?key/i
/** Tokens in three parts, and keys that say what they are; each with how it begins, because to look for that costs next to nothing. */
const secretForms = [
  ['eyJ', /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g],
  ['-----BEGIN ', /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
] as const

/** What it was given is not changed. */
export type PayloadMask = (payload: unknown) => unknown

type Name = { readonly shown: string; readonly isSecret: boolean }
/** Names of fields that a mask remembers; records of one kind share theirs. */
const namesMax = 10_000

/** The mask of a company. */
export const maskOf = keptBySecrets(async ({ db, vault }, companyId) =>
  createPayloadMask(await savedSecrets(db, vault, companyId)),
)

/** @param saved secrets of the company in clear. */
export function createPayloadMask(saved: readonly string[]): PayloadMask {
  const search = createSecretSearch(saved, secretMin)
  const masked = (text: string) =>
    secretForms.reduce(
      (shown, [begin, form]) => (shown.includes(begin) ? shown.replaceAll(form, mask) : shown),
      replaceSpans(text, search.spans(text), mask),
    )
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
