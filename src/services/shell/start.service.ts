/** What the frame of a page reads first comes in one call. Each part is taken once: whoever looks again makes a call of their own. */
import { type Start, startEndpoints } from '#contract/shell/start.ts'
import { type Access, call, once } from '../kit/api-client.ts'

/** Milliseconds after which what was not taken is too old. */
const freshFor = 5_000
const limit = 10_000

/** `age`: milliseconds since the answer came. */
type Taken<Part extends keyof Start> = { readonly value: Start[Part]; readonly age: number }
export type StartReading = {
  /** Null where the part was taken before, is too old, or could not be read. */
  readonly take: <Part extends keyof Start>(part: Part) => Promise<Taken<Part> | null>
}

/** Asks when the first part is taken. */
export function startReading(access: Access): StartReading {
  const taken = new Set<keyof Start>()
  let reading: Promise<{ readonly start: Start; readonly at: number } | null> | undefined
  const read = async () => {
    // Whoever leaves a part must not end the call of the others.
    const { signal } = new AbortController()
    const start = await call(startEndpoints.read, { access, signal, limit, patience: once }).catch(() => null)
    return start === null ? null : { start, at: performance.now() }
  }
  return {
    async take(part) {
      if (taken.has(part)) return null
      taken.add(part)
      reading ??= read()
      const answer = await reading
      if (answer === null) return null
      const age = performance.now() - answer.at
      return age > freshFor ? null : { value: answer.start[part], age }
    },
  }
}
