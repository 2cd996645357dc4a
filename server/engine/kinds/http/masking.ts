/** Takes secrets out of texts that are going to be kept or shown (threat T-SEC-3). */

const mask = '••••'

export type Mask = {
  readonly masked: (text: string) => string
  /** From now on these are masked, too. */
  readonly add: (...secrets: readonly string[]) => void
}

/** A text that was cut may end within a secret: what is left of it there goes as well. Up to three characters tell nothing. */
function withoutTail(text: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > 3; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}${mask}`
    }
  }
  return text
}

/** A secret as it is, in a query, in a form, and each of them inside JSON. */
export const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  String(new URLSearchParams([['', secret]])).slice(1),
]

export function createMask(...secrets: readonly string[]): Mask {
  let known: string[] = []
  const add = (...more: readonly string[]) => {
    if (more.every((secret) => known.includes(secret))) return
    const written = more.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    // The longest first: where one secret begins with another, the rest of it would stay.
    known = [...new Set([...known, ...written])].filter((secret) => secret !== '').sort((a, b) => b.length - a.length)
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
