import type { SecretEntrySnapshot } from './secret-entry.ts'

export const selectEntry = ({ context }: SecretEntrySnapshot) => context.entry
export const selectSubject = ({ context }: SecretEntrySnapshot) => context.subject
export const selectShown = ({ context }: SecretEntrySnapshot) => context.shown
export const selectProblem = ({ context }: SecretEntrySnapshot) => context.problem
export const selectIsAsking = (snapshot: SecretEntrySnapshot) => snapshot.matches('asking') || snapshot.matches('replacing')
export const selectCanOpen = (snapshot: SecretEntrySnapshot) => snapshot.can({ type: 'user.opened', subject: null, entry: {} })
