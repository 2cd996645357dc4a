import { createContext } from 'react'

/** The article about the page that one is at; null outside, where nobody can read it. */
export const HelpPlace = createContext<string | null>(null)
