import { type BulkActionSnapshot, countOf, toChange } from './bulk-action.machine.ts'

export const selectIsOpen = (snapshot: BulkActionSnapshot) => !snapshot.matches('closed')
export const selectPhase = ({ value }: BulkActionSnapshot) => value
export const selectEntry = ({ context }: BulkActionSnapshot) => context.entry
export const selectMatch = ({ context }: BulkActionSnapshot) => context.match
export const selectProblem = ({ context }: BulkActionSnapshot) => context.problem
export const selectCanSubmit = (snapshot: BulkActionSnapshot) => snapshot.can({ type: 'user.submitted' })
export const selectCanClose = (snapshot: BulkActionSnapshot) => snapshot.can({ type: 'user.closed' })

/** How many would be changed, and why the others stay: reason → how many. */
export const selectDryRun = ({ context }: BulkActionSnapshot) => {
  const { match, entry, reasonToSkip } = context
  const skipped = new Map<string, number>()
  for (const target of match.targets) {
    const reason = reasonToSkip(entry, target)
    if (reason !== null) skipped.set(reason, (skipped.get(reason) ?? 0) + countOf([target]))
  }
  return { found: countOf(match.targets), changes: countOf(toChange(context)), skipped: [...skipped] }
}
