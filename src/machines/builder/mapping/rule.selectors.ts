import { unknownIn } from './rule.context.ts'
import type { RuleSnapshot } from './rule.machine.ts'
import { missingFields, ruleFields, unreadLines } from './writing.ts'

export const selectStage = (snapshot: RuleSnapshot) => snapshot.value
export const selectRules = (snapshot: RuleSnapshot) => snapshot.context.rules
/** Null while the sheet is closed. */
export const selectTarget = (snapshot: RuleSnapshot) => snapshot.context.target
export const selectDoomed = ({ context }: RuleSnapshot) => context.rules.find(({ _id }) => _id === context.doomed) ?? null
export const selectProblem = (snapshot: RuleSnapshot) => snapshot.context.problem
export const selectRuleType = (snapshot: RuleSnapshot) => snapshot.context.ruleType
export const selectWritten = (snapshot: RuleSnapshot) => snapshot.context.written
export const selectFields = (snapshot: RuleSnapshot) => ruleFields[snapshot.context.ruleType]
export const selectFaults = (snapshot: RuleSnapshot) => snapshot.context.faults
export const selectMissing = ({ context }: RuleSnapshot) => missingFields(context.ruleType, context.written)
/** Lines of a table that no rule would hold. */
export const selectUnread = ({ context }: RuleSnapshot) => unreadLines(context.ruleType, context.written)
export const selectIsBusy = (snapshot: RuleSnapshot) => snapshot.hasTag('busy')
export const selectCanRetry = (snapshot: RuleSnapshot) => snapshot.can({ type: 'user.retried' })
export const selectCanCancel = (snapshot: RuleSnapshot) => snapshot.can({ type: 'user.cancelled' })
export const selectUnknown = ({ context }: RuleSnapshot) => unknownIn(context)
/** The saved rule that is changed; null while another one is written. */
export const selectEdited = (snapshot: RuleSnapshot) => snapshot.context.edited
export const selectPreview = (snapshot: RuleSnapshot) => snapshot.context.preview
export const selectPreviewProblem = (snapshot: RuleSnapshot) => snapshot.context.previewProblem
export const selectIsPreviewing = (snapshot: RuleSnapshot) =>
  snapshot.matches({ writing: 'pausing' }) || snapshot.matches({ writing: 'previewing' })
export const selectCanRemove = (snapshot: RuleSnapshot) => snapshot.can({ type: 'user.removed' })
export const selectCanLeave = (snapshot: RuleSnapshot) => snapshot.can({ type: 'user.left' })
