import type { Cause } from '#contract/connectors/problems/cause.ts'
import type { CausesSnapshot, CauseWish } from './causes.machine.ts'

/** What was done about a cause; null where nobody touched it, or while nobody knows. */
export const selectCause =
  (causeId: string) =>
  ({ context }: CausesSnapshot): Cause | null =>
    context.read?.causes.find(({ id }) => id === causeId) ?? null
/** All that is known; null while nothing is. */
export const selectRead = ({ context }: CausesSnapshot) => context.read
/** Who may be assigned; the same list until it is read again. */
export const selectPeople = ({ context }: CausesSnapshot) => context.read?.people ?? noMembers
/** Why they could not be read; what is told of one cause stands there. */
export const selectProblem = ({ context }: CausesSnapshot) => (context.wish === null ? context.problem : null)
export const selectProblemOf =
  (causeId: string) =>
  ({ context }: CausesSnapshot) =>
    context.wish?.causeId === causeId ? context.problem : null
export const selectIsMoving =
  (causeId: string) =>
  (snapshot: CausesSnapshot): boolean =>
    snapshot.matches('moving') && snapshot.context.wish?.causeId === causeId
export const selectCanRetry = (snapshot: CausesSnapshot) => snapshot.can({ type: 'user.retried' })
export const selectCan = (wish: CauseWish) => (snapshot: CausesSnapshot) => snapshot.can(wish)
const noMembers: readonly { readonly userId: string; readonly name: string }[] = []
