import { createContext, type ReactNode } from 'react'

/** What the page adds to the menu of each row, by the id of its connector. */
export const RowActions = createContext<(connectorId: string) => ReactNode>(() => null)
