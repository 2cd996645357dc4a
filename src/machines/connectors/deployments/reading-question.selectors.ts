import type { ReadingQuestionSnapshot } from './reading-question.machine.ts'

/** Why it was not deployed as it is: it reads something else. */
export const selectQuestion = ({ context }: ReadingQuestionSnapshot) => context.question
export const selectIsOpen = (snapshot: ReadingQuestionSnapshot) => snapshot.matches('choosing')
export const selectFrom = ({ context }: ReadingQuestionSnapshot) => context.from
export const selectValue = ({ context }: ReadingQuestionSnapshot) => context.value
export const selectCanBegin = (snapshot: ReadingQuestionSnapshot) => snapshot.can({ type: 'user.begun' })

/** Where it can begin; the same list as long as the question is the same. */
export const selectOffers = ({ context }: ReadingQuestionSnapshot): readonly string[] => context.question.allowed ?? none
const none: readonly string[] = []
