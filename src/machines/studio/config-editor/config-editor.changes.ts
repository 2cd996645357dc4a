/** What each happening makes of the context, and what it carries. */
import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import { type Problem, problem, toProblem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import type { DeploymentEnd } from '../../connectors/deployments/deployment.machine.ts'
import type { ConfigEditorContext, ConfigEditorEvent, OpenedConfig } from './config-editor.context.ts'
import { written } from './config-text.ts'

type Change = Partial<ConfigEditorContext>
export type Restored = Extract<ConfigEditorEvent, { type: 'user.restored' }>

/** Nothing is known yet. */
export const unopened = {
  ...{ saved: null, text: '', revision: 0, origin: null, config: null, findings: null, theirs: null, problem: null },
  ...{ question: null, begins: null },
}

/** As the server has it. */
export const shown = ({ saved }: OpenedConfig): Change => ({ saved, text: saved.text, revision: saved.revision, origin: null })

/** As the tab kept it. */
export function takenUp({ saved, kept }: OpenedConfig): Change {
  if (kept === null) return shown({ saved, kept })
  return { saved, text: kept.text, revision: kept.revision, origin: { from: 'tab', leftOut: kept.leftOut } }
}

export const restored = ({ text, number }: Restored): Change => ({ text, origin: { from: 'version', number } })

export const read = ({ text }: ConfigEditorContext): Change => {
  const it = written(text)
  return 'config' in it ? { config: it.config } : { problem: it.problem }
}

/** What stands here goes on from what somebody else saved. */
export const overtaken = ({ theirs, revision }: ConfigEditorContext): Change => ({
  saved: theirs,
  revision: theirs?.revision ?? revision,
  theirs: null,
})

export const theirsTaken = ({ theirs }: ConfigEditorContext): Change =>
  theirs === null ? {} : { ...shown({ saved: theirs, kept: null }), theirs: null }

export const reverted = ({ saved }: ConfigEditorContext): Change => (saved === null ? {} : shown({ saved, kept: null }))

type Done<Output> = { readonly event: { readonly output: Output } }

export const opened = ({ event }: Done<OpenedConfig>) => event.output
export const saved = ({ event }: Done<OpenedConfig>) => ({ theirs: event.output.saved })
export const verdict = ({ event }: Done<ValidationResult>) => ({ verdict: event.output })
export const ended = ({ event }: Done<DeploymentEnd>) => event.output
export const lost = ({ event }: Done<DeploymentEnd>) => ({ problem: publicationProblem(event.output.problem) })
export const failed = ({ event }: { readonly event: { readonly error: unknown } }) => ({ problem: toProblem(event.error) })
/** Of a deployment that could not be followed. */
export const unfollowed = ({ event }: { readonly event: { readonly error: unknown } }) => ({
  problem: publicationProblem(toProblem(event.error)),
})
export const answered = ({ event }: Done<DeployReading | null>) => ({ begins: event.output })
export const typed = ({ event }: { readonly event: { readonly text: string } }) => event
export const restoring = ({ event }: { readonly event: Restored }) => event

const notPublished = problem('config/not-published')
const publicationProblem = (it: Problem | null): Problem => (it === null ? notPublished : { ...it, title: notPublished.title })

export const latePublication = publicationProblem(problem('connector/deploy-timeout'))
export const lateCheck = problem('config/not-checked', { message: problem('connector/check-timeout').message })
