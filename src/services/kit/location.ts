/** The place of the page, for what moves along with it without being a link. The router hears of each move. */

/** A new entry of the history, or with `isSame` another address for the present one; nothing when it is the present one. */
export function moveTo(path: string, isSame: boolean): void {
  if (location.pathname === path) return
  if (isSame) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
}

/** Tells the path that the browser's Back or Forward led to, until the returned function is called. */
export function watchPlace(tell: (path: string) => void): () => void {
  const hear = () => tell(location.pathname)
  addEventListener('popstate', hear)
  return () => removeEventListener('popstate', hear)
}
