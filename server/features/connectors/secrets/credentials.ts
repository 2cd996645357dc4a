/** Tells what is a credential, or may be one: by its name, by its form, and by what was saved as a secret. */

import { withoutEnd } from '#contract/kit/without-end.ts'
import { createSecretSearch, replaceSpans } from '#server/platform/security/secret-search.ts'

/** What stands where a credential was within a text. An address or a body that holds it has to be completed. */
export const removedMark = '{{removed}}'
const removedWord = 'removed'

/** A saved secret is looked for inside other texts from so many characters on; a shorter one only where it is a whole value. */
const foundInside = 8

const certain =
  /token|secret|passw|passphrase|credential|authoriz|authentic|bearer|cookie|signature|(api|access|app|auth|private|subscription|account)key|sessionid/
const words = new Set(['auth', 'pass', 'pwd', 'pin', 'otp', 'sig', 'jwt', 'sid', 'session', 'key', 'keys'])
/** Something of all of the above: most names have nothing of it, and there may be a hundred thousand. */
const possible = /token|secret|pass|credential|auth|bearer|cookie|sig|key|session|sid|pwd|pin|otp|jwt|code/
/** Keys that open nothing. */
const harmlessKey = /(idempotency|sort|order|primary|foreign|partition|cache)keys?$/

/** No word of these has fewer characters. */
const nameMin = 3
/** Names that were told before: a text may repeat its names a hundred thousand times. */
const verdictsByName = new Map<string, boolean>()
const verdictsMax = 2_000

/** Whether a value under this name is one: `X-Api-Key`, `client_secret`, `sessionId`. */
export function isCredentialName(name: string): boolean {
  if (name.length < nameMin) return false
  const known = verdictsByName.get(name)
  if (known !== undefined) return known
  const is = saysCredential(name)
  if (verdictsByName.size === verdictsMax) verdictsByName.clear()
  verdictsByName.set(name, is)
  return is
}

function saysCredential(name: string): boolean {
  const squashed = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (!possible.test(squashed)) return false
  if (squashed === 'code' || certain.test(squashed)) return true
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return parts.some((part) => words.has(part)) && !harmlessKey.test(squashed)
}

/** Texts that are credentials whatever they are called; each with what stands in all of them, because to look for that costs next to nothing. */
const forms: readonly (readonly [of: readonly string[], form: RegExp])[] = [
  [['-----BEGIN '], /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
  [['eyJ'], /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g],
  [['sk_', 'pk_', 'rk_', 'whsec_'], /\b(?:sk|pk|rk|whsec)_(?:live_|test_)?\w{12,}/g],
  [['sk-'], /\bsk-[\w-]{16,}/g],
  [['gh', 'shp', 'secret_', 'ntn_'], /\b(?:gh[pousr]|github_pat|shp(?:at|ca|pa|ss)|secret|ntn)_\w{16,}/g],
  [
    ['glpat-', 'xox', 'xapp-', 'pat-', 'key-', 'ya29.', 'AIza'],
    /\b(?:glpat-|xox[abeprs]-|xapp-|pat-[a-z]{2,4}\d?-|key-|ya29\.|AIza)[\w.-]{12,}/g,
  ],
  [['pat'], /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{16,}/g],
  [['AKIA', 'ASIA'], /\b(?:AKIA|ASIA)[0-9A-Z]{12,}/g],
  [['-us'], /\b[0-9a-f]{32}-us\d+\b/g],
  [['SG.'], /\bSG\.[\w-]{16,}\.[\w-]{16,}/g],
  [[':'], /(?<!\d)\d{6,}:[\w-]{30,}/g],
  [[], /\b(?:bearer|basic|digest)\s+[\w+/=.~-]{8,}/gi],
  // Of an address that stands within a text.
  [['@'], /(?<=\/\/)[^\s/?#@"'<>]+(?=@)/g],
]

/** Something of every one of these forms: most texts have nothing of it. */
const possibleForm =
  /eyJ|BEGIN|[spr]k[_-]|whsec_|gh[pousr]_|github_pat_|shp|secret_|ntn_|glpat-|xox|xapp-|pat|key-|ya29|AIza|AKIA|ASIA|-us|SG\.|\d:|@|bearer|basic|digest/i

/** Characters of the shortest text that has one of these forms: a password in an address. */
const formMin = 4
/** Characters of the shortest of the others. */
const usualFormMin = 14

/** `{{name}}`, also behind the name of a scheme. */
export const isPlaceholder = (text: string) => text.includes('{{') && /^\s*(?:(?:bearer|basic)\s+)?\{\{[^{}]+\}\}\s*$/i.test(text)

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inForm = String(new URLSearchParams([['', secret]])).slice(1)
  const inAddress = encodeURIComponent(secret.toWellFormed())
  const coded = [withoutEnd(bytes.toString('base64'), '='), bytes.toString('base64url'), bytes.toString('hex')]
  return [secret, inAddress, inForm, JSON.stringify(secret).slice(1, -1), ...coded]
}

export type Finder = {
  /** The text without the credentials in it; where one stood is the mark, or a word where no mark can stand. */
  readonly scrubbed: (text: string, instead?: typeof removedMark | typeof removedWord) => string
  /** Whether a value that has no name of its own is one, or holds one. */
  readonly isCredential: (value: string) => boolean
  /** Whether a value may not go along under its name. What only refers to a variable may. */
  readonly isUnfit: (name: string, value: string) => boolean
}

/** @param saved every secret that is known in clear. */
export function createFinder(saved: readonly string[]): Finder {
  const whole = new Set(saved.filter((secret) => secret !== ''))
  const known = createSecretSearch([...whole].filter((secret) => secret.length >= foundInside).flatMap(spellings), foundInside)
  const scrubbed: Finder['scrubbed'] = (text, instead = removedWord) => {
    const clean = text.length < foundInside ? text : replaceSpans(text, known.spans(text), instead)
    if ((clean.length < usualFormMin && !clean.includes('@')) || !possibleForm.test(clean)) return clean
    // Without a function where no placeholder can stand: a text may hold a hundred thousand of them.
    const isPlain = !clean.includes('{{')
    return forms.reduce(
      (shown, [of, form]) =>
        of.length > 0 && !of.some((sign) => shown.includes(sign))
          ? shown
          : isPlain
            ? shown.replaceAll(form, instead)
            : shown.replaceAll(form, (match) => (isPlaceholder(match) ? match : instead)),
      clean,
    )
  }
  const shortest = Math.min(formMin, ...[...whole].map(({ length }) => length))
  const isCredential = (value: string) =>
    value.length >= shortest &&
    (whole.has(value.trim()) || whole.has(value) || (value.length >= formMin && scrubbed(value) !== value))
  return {
    scrubbed,
    isCredential,
    isUnfit: (name, value) => value !== '' && (isCredentialName(name) || isCredential(value)) && !isPlaceholder(value),
  }
}
