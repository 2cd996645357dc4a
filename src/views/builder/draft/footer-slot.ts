import { createContext } from 'react'

/** The right end of the footer, where a step puts what it can do; null while there is no footer. */
export const FooterSlot = createContext<HTMLElement | null>(null)
