/** A payload as a person is shown it: formatted, every number as it came, and no secret in it (threat T-SEC-3). */
import { type ShownPayload, shownTextMax } from '../../contract/investigation.ts'
import { isRaw } from '../json/raw-json.ts'

const mask = '••••'
/** A saved secret that is shorter is found everywhere. */
const secretMin = 6
const secretName = /token|secret|passw|passphrase|credential|authoriz|bearer|cookie|(api|access|private)[-_ ]?key/i
/** Tokens in three parts, and keys that say what they are. */
const secretForms = [
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]

export type PayloadMask = (payload: unknown) => unknown

/** @param saved secrets of the company in clear. */
export function createPayloadMask(saved: readonly string[]): PayloadMask {
  // The longest first: where one begins with another, the rest of it would stay.
  const known = [...new Set(saved)].filter((it) => it.length >= secretMin).toSorted((a, b) => b.length - a.length)
  const masked = (text: string) => {
    const bare = known.reduce((shown, secret) => shown.replaceAll(secret, mask), text)
    return secretForms.reduce((shown, form) => shown.replaceAll(form, mask), bare)
  }
  const walk = (value: unknown, isSecret: boolean): unknown => {
    if (typeof value === 'string') return isSecret && value !== '' ? mask : masked(value)
    if (Array.isArray(value)) return value.map((it) => walk(it, isSecret))
    if (typeof value !== 'object' || value === null || isRaw(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, it]) => [masked(name), walk(it, isSecret || secretName.test(name))]),
    )
  }
  return (payload) => walk(payload, false)
}

/** A payload that is too large says how large it is. */
export function shownPayload(payload: unknown, mask: PayloadMask): ShownPayload {
  const text = JSON.stringify(mask(payload), null, 2)
  return text.length > shownTextMax ? { bytes: Buffer.byteLength(text) } : { text }
}
