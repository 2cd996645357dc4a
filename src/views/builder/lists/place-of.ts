import { listProcessingWords as words } from '../../words/list-processing.ts'

/** Where a list stands, as words; the empty path is the root. */
export const placeOf = (path: string) => (path === '' ? words.atRoot : words.at(path))
