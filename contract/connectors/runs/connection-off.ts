/** What a run says that waits for a connection which a person switched off. The engine writes it, and pages know it by its words. */
const ends = ' is off. Nothing is sent until someone switches it on.'

export const connectionOffText = (name: string): string => `The connection "${name}"${ends}`

export const isConnectionOffText = (reason: string): boolean => reason.endsWith(ends)
