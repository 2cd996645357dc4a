import type { DeploymentActor } from '../../connectors/deployments/deployment.machine.ts'
import type { ReadingQuestionActor } from '../../connectors/deployments/reading-question.machine.ts'
import type { ComparisonActor } from './comparison.machine.ts'
import type { ConfigEditorEvent } from './config-editor.context.ts'
import type { ConfigEditorSnapshot } from './config-editor.machine.ts'

export type ConfigStage =
  | 'opening'
  | 'failed'
  | 'reading'
  | 'editing'
  | 'checking'
  | 'valid'
  | 'confirming'
  | 'publishing'
  | 'asking'
  | 'following'
  | 'comparing'
  | 'stale'

export const selectStage = ({ value }: ConfigEditorSnapshot): ConfigStage => (typeof value === 'string' ? value : value.changing)
export const selectText = (snapshot: ConfigEditorSnapshot) => snapshot.context.text
export const selectSaved = (snapshot: ConfigEditorSnapshot) => snapshot.context.saved
export const selectTheirs = (snapshot: ConfigEditorSnapshot) => snapshot.context.theirs
export const selectOrigin = (snapshot: ConfigEditorSnapshot) => snapshot.context.origin
export const selectFindings = (snapshot: ConfigEditorSnapshot) => snapshot.context.findings
export const selectProblem = (snapshot: ConfigEditorSnapshot) => snapshot.context.problem
export const selectIsWritable = (snapshot: ConfigEditorSnapshot) => snapshot.hasTag('writable')
/** The parts of a publication, actors of their own. */
export const selectComparison = (snapshot: ConfigEditorSnapshot) => snapshot.children['comparison'] as ComparisonActor | undefined
export const selectDeployment = (snapshot: ConfigEditorSnapshot) => snapshot.children['deployment'] as DeploymentActor | undefined
/** The question where it begins to read. */
export const selectQuestion = (snapshot: ConfigEditorSnapshot) =>
  snapshot.children['question'] as ReadingQuestionActor | undefined

const selectCan = (event: ConfigEditorEvent) => (snapshot: ConfigEditorSnapshot) => snapshot.can(event)

export const selectCanEdit = selectCan({ type: 'user.edited' })
export const selectCanCopy = selectCan({ type: 'user.copied' })
export const selectCanValidate = selectCan({ type: 'user.validated' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
export const selectCanPublish = selectCan({ type: 'user.published' })
export const selectCanChoose = selectCan({ type: 'user.keptMine' })
export const selectCanCatchUp = selectCan({ type: 'user.caughtUp' })
export const selectCanRetry = selectCan({ type: 'user.retried' })
export const selectCanRestore = selectCan({ type: 'user.restored', text: '', number: 1 })
