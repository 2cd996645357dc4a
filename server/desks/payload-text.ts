/** A payload as a person is shown it: formatted, every number as it came, and no secret in it (threat T-SEC-3). */
import { type ShownPayload, shownTextMax } from '../../contract/investigation.ts'
import { isRaw } from '../json/raw-json.ts'
import { savedSecrets } from '../store/secrets.ts'
import { keptBySecrets } from './kept-by-secrets.ts'

const mask = '••••'
/** A saved secret that is shorter is found everywhere. */
const secretMin = 6
const secretName = /token|secret|passw|passphrase|credential|authoriz|bearer|cookie|(api|access|private)[-_ ]?key/i
/** Tokens in three parts, and keys that say what they are; each with how it begins, because to look for that costs next to nothing. */
const secretForms = [
  ['eyJ', /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g],
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
  const withoutKnown = withoutSaved(saved.filter((it) => it.length >= secretMin))
  const masked = (text: string) =>
    secretForms.reduce(
      (shown, [begin, form]) => (shown.includes(begin) ? shown.replaceAll(form, mask) : shown),
      withoutKnown(text),
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

const hashBits = 0xffff

/** Of three characters. */
const hashAt = (text: string, at: number) =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & hashBits

/** A company has thousands of secrets: each text is gone through once for all of them. What of one stands within another goes with it. */
function withoutSaved(secrets: readonly string[]): (text: string) => string {
  const known = Map.groupBy(new Set(secrets), (it) => it.slice(0, secretMin))
  const mayBegin = new Uint8Array(hashBits + 1)
  for (const beginning of known.keys()) mayBegin[hashAt(beginning, 0)] = 1
  return (text) => {
    let shown = ''
    let from = 0
    let end = 0
    for (let at = 0; at + secretMin <= text.length; at += 1) {
      if (mayBegin[hashAt(text, at)] === 0) continue
      const hits = known.get(text.slice(at, at + secretMin))?.filter((secret) => text.startsWith(secret, at)) ?? []
      if (hits.length === 0) continue
      if (at >= end) shown += text.slice(from, at) + mask
      end = Math.max(end, ...hits.map((secret) => at + secret.length))
      from = end
    }
    return from === 0 ? text : shown + text.slice(from)
  }
}

/** A payload that is too large says how large it is. */
export function shownPayload(payload: unknown, mask: PayloadMask): ShownPayload {
  const text = JSON.stringify(mask(payload), null, 2)
  return text.length > shownTextMax ? { bytes: Buffer.byteLength(text) } : { text }
}
