import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Where the header holds the title of the page; null where a page stands without the frame. */
export const TitleSlot = createContext<HTMLElement | null>(null)

/** Draws a page's heading in the header that the frame gives it. */
export function PageTitle({ children }: { readonly children: ReactNode }) {
  const slot = useContext(TitleSlot)
  return slot === null ? children : createPortal(children, slot)
}
