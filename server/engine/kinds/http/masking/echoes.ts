/**
 * Takes out of records what their own request carried to prove who asks, beyond what somebody saved: an access token, or a pair of name and password
 * (finding T9).
 */
import { maskedDeep } from '#server/engine/kit/looking.ts'
import { createMask, mask, spellings } from './masking.ts'

/** Shorter ones are found in usual words, and records must not change by chance. */
const shortest = 8

export const echoNote = `Records contained the source's credentials. We replaced them with "${mask}".`

export type Echoes = {
  readonly add: (...sent: readonly string[]) => void
  /** Whether an answer in JSON may hold one of them. It costs next to nothing, unlike looking through every value. */
  readonly mayBeIn: (json: Buffer) => boolean
  /** The value without them; what holds none is the same value. */
  readonly without: <T>(value: T) => T
}

export function createEchoes(...sent: readonly string[]): Echoes {
  const hidden = createMask()
  const needles = new Set<string>()
  const add: Echoes['add'] = (...more) => {
    for (const it of more.filter(({ length }) => length >= shortest)) {
      hidden.add(it)
      for (const spelling of spellings(it)) needles.add(spelling)
    }
  }
  add(...sent)

  return {
    add,
    // What is sent in a header is plain: JSON writes it as it is, or escapes it in one of these ways.
    mayBeIn: (json) =>
      needles.size > 0 && (json.includes('\\u00') || json.includes('\\/') || needles.values().some((it) => json.includes(it))),
    without: (value) => {
      if (needles.size === 0) return value
      let isFound = false
      const it = maskedDeep(value, (text) => {
        const shown = hidden.masked(text)
        isFound ||= shown !== text
        return shown
      })
      return isFound ? (it as typeof value) : value
    },
  }
}
