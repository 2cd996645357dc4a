import { createContext } from 'react'

/** The groups of the sample records, as the mapping meets them; empty where records are not grouped. */
export const SampleGroups = createContext<readonly unknown[]>([])
