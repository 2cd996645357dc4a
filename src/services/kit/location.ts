/** The place of the page, for what moves along with it without being a link. The router hears of each move. */
import { pathNow, withBase } from './address/base.ts'

/** A new entry of the history, or with `isSame` another address for the present one; nothing when it is the present one. */
export function moveTo(path: string, isSame: boolean): void {
  if (pathNow() === path) return
  if (isSame) history.replaceState(null, '', withBase(path))
  else history.pushState(null, '', withBase(path))
}

/** Tells the path that the browser's Back or Forward led to, until the returned function is called. */
export function watchPlace(tell: (path: string) => void): () => void {
  const hear = () => tell(pathNow())
  addEventListener('popstate', hear)
  return () => removeEventListener('popstate', hear)
}
