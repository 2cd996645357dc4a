/** What cursors of all kinds share that look back: by how much, and what is remembered so that nothing is read twice. */

/** How far a cursor looks back where nobody said it: rows that are committed late have smaller values than some that were read before. */
export const defaultLookBack = { instant: 60, number: 1_000, text: 0 } as const

/** Identities that a place carries at most. */
export const identitiesMax = 10_000

/** Identities in a place. */
export const idsIn = (kept: unknown): string[] => (Array.isArray(kept) ? [...(kept as readonly string[])] : [])

/** How often each identity is there. */
export function counted(ids: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}

/** Leaves out, once each, what is among the identities. */
export function skipIds(ids: readonly string[]): (id: string) => boolean {
  const left = counted(ids)
  return (id) => {
    const times = left.get(id) ?? 0
    if (times > 0) left.set(id, times - 1)
    return times > 0
  }
}
