import type { RevisionSnapshot } from './revision.machine.ts'

/** Null until the first look. */
export const selectNewest = ({ context }: RevisionSnapshot) => context.newest
