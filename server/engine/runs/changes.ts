/** Waits for conditions over the same few variables: whoever changes one of them says so. */
type Changes = {
  readonly changed: () => void
  /** Resolves as soon as the condition holds. */
  readonly until: (holds: () => boolean) => Promise<void>
}

export function createChanges(): Changes {
  const waiting = new Set<{ readonly holds: () => boolean; readonly resolve: () => void }>()
  return {
    changed: () => {
      for (const it of waiting) {
        if (!it.holds()) continue
        waiting.delete(it)
        it.resolve()
      }
    },
    until: (holds) => (holds() ? Promise.resolve() : new Promise((resolve) => waiting.add({ holds, resolve }))),
  }
}
