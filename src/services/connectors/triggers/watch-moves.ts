/** Tells when a connector changes its status, from an actor that the page has anyway. */
/** Calls what it is given whenever the connector changes its status, until the returned function is called. */
export type WatchMoves = (tell: () => void) => () => void

/** Watches what is selected of an actor that the page has anyway. */
export function movesOf<Snapshot>(
  actor: { getSnapshot(): Snapshot; subscribe(next: (snapshot: Snapshot) => void): { unsubscribe(): void } },
  select: (snapshot: Snapshot) => unknown,
): WatchMoves {
  return (tell) => {
    let known = select(actor.getSnapshot())
    const { unsubscribe } = actor.subscribe((snapshot) => {
      const now = select(snapshot)
      if (now === known) return
      known = now
      tell()
    })
    return unsubscribe
  }
}
