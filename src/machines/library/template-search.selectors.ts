import type { TemplateSearchSnapshot } from './template-search.machine.ts'

export const selectQuery = (snapshot: TemplateSearchSnapshot) => snapshot.context.query
export const selectPage = (snapshot: TemplateSearchSnapshot) => snapshot.context.page
export const selectProblem = (snapshot: TemplateSearchSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: TemplateSearchSnapshot) => snapshot.hasTag('busy')
/** Whether a filter leaves something out. */
export const selectCanClear = (snapshot: TemplateSearchSnapshot) => snapshot.can({ type: 'user.cleared' })
export const selectCanRetry = (snapshot: TemplateSearchSnapshot) => snapshot.can({ type: 'user.retried' })
