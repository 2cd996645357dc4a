/** How far each list is scrolled: the lines follow it without drawing the lists again. */
export type Scrolls = {
  readonly now: () => ReadonlyMap<string, number>
  readonly subscribe: (tell: () => void) => () => void
  readonly move: (id: string, top: number) => void
}

export function newScrolls(): Scrolls {
  let tops: ReadonlyMap<string, number> = new Map()
  const listeners = new Set<() => void>()
  return {
    now: () => tops,
    subscribe: (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    move: (id, top) => {
      if (tops.get(id) === top) return
      tops = new Map(tops).set(id, top)
      for (const tell of listeners) tell()
    },
  }
}
