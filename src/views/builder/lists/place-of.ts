import { listProcessingWords as words } from './list-processing.messages.ts'

/** Where a list stands, as words; the empty path is the root. */
export const placeOf = (path: string) => (path === '' ? words.atRoot : words.at(path))
