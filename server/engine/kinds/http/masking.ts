/** Takes secrets out of texts that are going to be kept or shown (threat T-SEC-3). */

const mask = '••••'

export type Mask = {
  readonly masked: (text: string) => string
  /** From now on these are masked, too. */
  readonly add: (...secrets: readonly string[]) => void
}

/** A text that was cut may end within a secret: what is left of it there goes as well. Up to three characters tell nothing. */
function withoutTail(text: string, secrets: readonly string[]): string {
  const last = text.charCodeAt(text.length - 1)
  let longest = 0
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > Math.max(3, longest); length -= 1) {
      // Most places are ruled out by one character: tokens have thousands.
      if (secret.charCodeAt(length - 1) === last && text.endsWith(secret.slice(0, length))) longest = length
    }
  }
  return longest === 0 ? text : `${text.slice(0, -longest)}${mask}`
}

const formText = (text: string) => String(new URLSearchParams([['', text]])).slice(1)
const lowerEscapes = (text: string) => text.replace(/%[0-9A-F]{2}/g, (it) => it.toLowerCase())

/** A secret as others may say it back: as it is, inside JSON, in an address, in a form, in base64 of both kinds, in hexadecimal digits. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64')
  const [hex, inAddress, inForm] = [bytes.toString('hex'), encodeURIComponent(secret.toWellFormed()), formText(secret)]
  const plain = [secret, inAddress, lowerEscapes(inAddress), inForm, lowerEscapes(inForm), hex, hex.toUpperCase()]
  const coded = [base64, base64.replace(/=+$/, ''), bytes.toString('base64url'), encodeURIComponent(base64)]
  const inJson = [secret, base64].map((text) => JSON.stringify(text).slice(1, -1))
  // Some writers of JSON escape the slash, too.
  return [...plain, ...coded, ...inJson, ...inJson.map((text) => text.replaceAll('/', '\\/'))]
}

/** Takes out the secrets in every spelling; the spellings are put together once. */
export function createMask(...secrets: readonly string[]): Mask {
  const given = new Set<string>()
  let known: string[] = []
  const add = (...more: readonly string[]) => {
    const fresh = more.filter((secret) => secret !== '' && !given.has(secret))
    if (fresh.length === 0) return
    for (const secret of fresh) given.add(secret)
    // The longest first: where one secret begins with another, the rest of it would stay.
    known = [...new Set([...known, ...fresh.flatMap(spellings)])].sort((a, b) => b.length - a.length)
  }
  add(...secrets)
  return {
    masked: (text) =>
      withoutTail(
        known.reduce((shown, secret) => shown.replaceAll(secret, mask), text),
        known,
      ),
    add,
  }
}
