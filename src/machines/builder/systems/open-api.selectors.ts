import type { OpenApiSnapshot } from './open-api.machine.ts'

export const selectText = ({ context }: OpenApiSnapshot) => context.text
export const selectAddress = ({ context }: OpenApiSnapshot) => context.address
export const selectFault = ({ context }: OpenApiSnapshot) => context.fault
export const selectProblem = ({ context }: OpenApiSnapshot) => context.problem
/** Null until one was read. */
export const selectOpenApi = ({ context }: OpenApiSnapshot) => context.openApi
export const selectSearch = ({ context }: OpenApiSnapshot) => context.search
export const selectOperation = ({ context }: OpenApiSnapshot) => context.operation
/** Where the document stands; null where nobody knows. */
export const selectBase = ({ context }: OpenApiSnapshot) => context.read?.base ?? null
export const selectCanFetch = (snapshot: OpenApiSnapshot) => !snapshot.hasTag('busy') && snapshot.can({ type: 'user.fetched' })

type Busy = 'opening' | 'fetching' | 'reading'
/** What is being done; null when nothing. */
export const selectBusy = (snapshot: OpenApiSnapshot): Busy | null =>
  (['opening', 'fetching', 'reading'] as const).find((it) => snapshot.matches({ looking: it })) ?? null
