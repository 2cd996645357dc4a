/** Tells what is a credential, or may be one: by its name, by its form, and by what was saved as a secret. */

/** What stands where a credential was within a text. An address or a body that holds it has to be completed. */
export const removedMark = '{{removed}}'
const removedWord = 'removed'

/** A saved secret is looked for inside other texts from so many characters on; a shorter one only where it is a whole value. */
const foundInside = 8

const certain =
  /token|secret|passw|passphrase|credential|authoriz|authentic|bearer|cookie|signature|(api|access|app|auth|private|subscription|account)key|sessionid/
const words = new Set(['auth', 'pass', 'pwd', 'pin', 'otp', 'sig', 'jwt', 'sid', 'session', 'key', 'keys'])
/** Keys that open nothing. */
const harmlessKey = /(idempotency|sort|order|primary|foreign|partition|cache)keys?$/

/** Whether a value under this name is one: `X-Api-Key`, `client_secret`, `sessionId`. */
export function isCredentialName(name: string): boolean {
  const squashed = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (squashed === 'code' || certain.test(squashed)) return true
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return parts.some((part) => words.has(part)) && !harmlessKey.test(squashed)
}

/** Texts that are credentials whatever they are called. */
const forms = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /\b(?:sk|pk|rk|whsec)_(?:live_|test_)?\w{12,}/g,
  /\bsk-[\w-]{16,}/g,
  /\b(?:gh[pousr]|github_pat|shp(?:at|ca|pa|ss)|secret|ntn)_\w{16,}/g,
  /\b(?:glpat-|xox[abeprs]-|xapp-|pat-[a-z]{2,4}\d?-|key-|ya29\.|AIza)[\w.-]{12,}/g,
  /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{16,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{12,}/g,
  /\b[0-9a-f]{32}-us\d+\b/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /(?<!\d)\d{6,}:[\w-]{30,}/g,
  /\b(?:bearer|basic|digest)\s+[\w+/=.~-]{8,}/gi,
  // Of an address that stands within a text.
  /(?<=\/\/)[^\s/?#@"'<>]+(?=@)/g,
] as const

const isPlaceholder = (text: string) => /^\s*(?:(?:bearer|basic)\s+)?\{\{[^{}]+\}\}\s*$/i.test(text)

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inForm = String(new URLSearchParams([['', secret]])).slice(1)
  const inAddress = encodeURIComponent(secret.toWellFormed())
  const coded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')]
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

/** Texts by their first characters: a company has thousands of secrets, and each text is gone through once for all of them. */
function beginnings(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const text of new Set(texts)) {
    const beginning = text.slice(0, foundInside)
    const others = found.get(beginning)
    if (others) others.push(text)
    else found.set(beginning, [text])
  }
  return found
}

/** What one begins or ends within another goes with it: nothing of either stays. */
function withoutKnown(text: string, known: ReadonlyMap<string, readonly string[]>, instead: string): string {
  if (known.size === 0) return text
  let shown = ''
  let from = 0
  let end = -1
  for (let at = 0; at + foundInside <= text.length; at += 1) {
    const hits = known.get(text.slice(at, at + foundInside))?.filter((secret) => text.startsWith(secret, at)) ?? []
    if (hits.length === 0) continue
    if (at >= end) shown += text.slice(from, at) + instead
    end = Math.max(end, ...hits.map((secret) => at + secret.length))
    from = end
  }
  return shown + text.slice(from)
}

/** @param saved every secret that is known in clear. */
export function createFinder(saved: readonly string[]): Finder {
  const whole = new Set(saved.filter((secret) => secret !== ''))
  const known = beginnings([...whole].filter((secret) => secret.length >= foundInside).flatMap(spellings))
  const scrubbed: Finder['scrubbed'] = (text, instead = removedWord) => {
    const clean = withoutKnown(text, known, instead)
    return forms.reduce((shown, form) => shown.replaceAll(form, (match) => (isPlaceholder(match) ? match : instead)), clean)
  }
  const isCredential = (value: string) => whole.has(value.trim()) || whole.has(value) || scrubbed(value) !== value
  return {
    scrubbed,
    isCredential,
    isUnfit: (name, value) => value !== '' && !isPlaceholder(value) && (isCredentialName(name) || isCredential(value)),
  }
}

/** `name: value` and `name=value`, with or without quotes, which may be escaped. */
const named =
  /(\\*["']?)([A-Za-z_][\w.-]{0,63})\1(\s*[:=]\s*)(\\+"[^"\\]*\\+"|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s,;&{}[\]<>()"'\\]+)/g
const tagged = /(<([\w:.-]{1,64})(?:\s[^<>]*)?>)([^<]+)(?=<\/)/g

/** What is not a credential itself may hold others: JSON in a text of JSON. */
function withoutPairs(text: string, isUnfit: Finder['isUnfit']): string {
  return text.replaceAll(named, (match, quote: string, name: string, between: string, value: string) => {
    const [, open = ''] = /^(\\*["'])/.exec(value) ?? []
    const inner = open === '' ? value : value.slice(open.length, -open.length)
    const before = `${quote}${name}${quote}${between}`
    if (!isUnfit(name, inner)) return open === '' ? match : `${before}${open}${withoutPairs(inner, isUnfit)}${open}`
    const around = open === '' && between.includes(':') ? '"' : open
    return `${before}${around}${removedMark}${around}`
  })
}

/** A text of any kind (JSON, a form, XML, SQL, GraphQL) without the values whose names say that they are credentials. */
export function withoutNamed(text: string, { isUnfit, scrubbed }: Finder): string {
  const inJson = credentialTexts(parsed(text)).reduce(
    (shown, it) => shown.replaceAll(JSON.stringify(it), `"${removedMark}"`),
    text,
  )
  const withoutTags = withoutPairs(inJson, isUnfit).replaceAll(tagged, (match, open: string, name: string, value: string) =>
    isUnfit(name, value.trim()) ? `${open}${removedMark}` : match,
  )
  return scrubbed(withoutTags, removedMark)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Every text that stands anywhere below a name of a credential. */
function credentialTexts(value: unknown, isBelow = false): string[] {
  if (typeof value === 'string') return isBelow && value !== '' && !isPlaceholder(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => credentialTexts(inner, isBelow || isCredentialName(name)))
}
