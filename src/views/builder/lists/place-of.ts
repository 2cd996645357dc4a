import { listProcessingMessages as messages } from './list-processing.messages.ts'

/** Where a list stands, as words; the empty path is the root. */
export const placeOf = (path: string) => (path === '' ? messages.atRoot : messages.at(path))
