import { fromCallback } from 'xstate'
import { sidebarMachine } from '../../machines/shell/sidebar.machine.ts'

/** How wide the window is, and whether the menu beside the page was left collapsed: kept under the local key `sidebar`. */

const key = 'sidebar'
const collapsed = 'collapsed'

/** Below 992 px, the breakpoint lg, nothing stands beside the page. */
const slim = '(max-width: 61.99rem)'

const readIsSlim = () => matchMedia(slim).matches

/** True unless it was collapsed when it was last used. */
function readIsExpanded(): boolean {
  try {
    return localStorage.getItem(key) !== collapsed
  } catch {
    return true
  }
}

function keepIsExpanded(isExpanded: boolean): void {
  try {
    if (isExpanded) localStorage.removeItem(key)
    else localStorage.setItem(key, collapsed)
  } catch {
    // A browser that keeps nothing shows the choice until the page is left.
  }
}

/** Tells when the window grows or shrinks across the breakpoint, until the returned function is called. */
function watchIsSlim(tell: (isSlim: boolean) => void): () => void {
  const query = matchMedia(slim)
  const hear = ({ matches }: MediaQueryListEvent) => tell(matches)
  query.addEventListener('change', hear)
  return () => query.removeEventListener('change', hear)
}

export const liveSidebarMachine = sidebarMachine.provide({
  actors: {
    watchWidth: fromCallback(({ sendBack }) =>
      watchIsSlim((isSlim) => sendBack({ type: isSlim ? 'browser.narrowed' : 'browser.widened' })),
    ),
    keepChoice: fromCallback(({ input }) => keepIsExpanded(input.isExpanded)),
  },
})

export const restoreSidebar = () => ({ isExpanded: readIsExpanded(), isSlim: readIsSlim() })
