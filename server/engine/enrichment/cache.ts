/** What enrichments brought, kept for a while; the whole process shares one bound, and what was used last stays longest. */

/** The found thing and the characters of its JSON; null when the other side has none. */
export type Found = { readonly thing: unknown; readonly size: number } | null

export const found = (thing: unknown): Found => ({ thing, size: JSON.stringify(thing).length })

type Entry = { readonly found: Found; readonly size: number; readonly until: number }

export type LookupCache = {
  /** Undefined when it is not kept, or not any more. */
  readonly get: (name: string) => Found | undefined
  /** @param seconds how long it may be used; 0 keeps nothing. */
  readonly set: (name: string, found: Found, seconds: number) => void
}

/** Characters cost up to two bytes, and the objects around them more than that. */
const bytesOf = (name: string, it: Found) => 200 + 2 * name.length + 4 * (it?.size ?? 0)

/** @param now milliseconds of a clock that nobody turns back. */
export function createLookupCache(bytesMax: number, now: () => number = () => performance.now()): LookupCache {
  const entries = new Map<string, Entry>()
  let bytes = 0

  function drop(name: string) {
    bytes -= entries.get(name)?.size ?? 0
    entries.delete(name)
  }

  return {
    get: (name) => {
      const entry = entries.get(name)
      if (!entry) return undefined
      drop(name)
      if (entry.until <= now()) return undefined
      entries.set(name, entry)
      bytes += entry.size
      return entry.found
    },
    set: (name, it, seconds) => {
      drop(name)
      const size = bytesOf(name, it)
      if (seconds === 0 || size > bytesMax / 4) return
      entries.set(name, { found: it, size, until: now() + seconds * 1_000 })
      bytes += size
      for (const oldest of entries.keys()) {
        if (bytes <= bytesMax) break
        drop(oldest)
      }
    },
  }
}

/** The cache of this process: 16 MB. */
export const lookupCache = createLookupCache(16 * 1024 * 1024)
