import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'

/** A configuration as the server has it. */
export type SavedConfig = {
  readonly revision: number
  readonly text: string
  /** Null before the first deployment. */
  readonly live: { readonly number: number; readonly text: string } | null
  /** Whether a deployment is under way. */
  readonly isDeploying: boolean
}

/** What a tab kept of an earlier visit, without the secrets that were typed. */
export type UnsavedText = { readonly text: string; readonly revision: number; readonly leftOut: number }

export type OpenedConfig = { readonly saved: SavedConfig; readonly kept: UnsavedText | null }

/** Where the text comes from that a person finds in the editor and did not just type. */
export type Origin =
  | { readonly from: 'tab' /** Secrets that were not kept. */; readonly leftOut: number }
  | { readonly from: 'version'; readonly number: number }

/** What is said of a text, and by whom: `rules` are those of the sections alone, where the server gave no verdict. */
export type Findings = ValidationResult & { readonly from: 'rules' | 'server' }

export type ConfigEditorEvent =
  | { readonly type: 'user.edited' }
  | { readonly type: 'user.typed'; readonly text: string }
  /** An older version takes the place of what stands in the editor. */
  | { readonly type: 'user.restored'; readonly text: string; readonly number: number }
  | { readonly type: 'user.copied' }
  | { readonly type: 'user.validated' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.published' }
  | { readonly type: 'user.deployed' }
  /** Leaves a dialog; what was written stays. */
  | { readonly type: 'user.closed' }
  /** Somebody else saved meanwhile: what stands here goes on from there. */
  | { readonly type: 'user.keptMine' }
  | { readonly type: 'user.tookTheirs' }
  /** A newer save was heard of: it is read, and put beside what was typed if anything was. */
  | { readonly type: 'user.caughtUp' }
  | { readonly type: 'user.retried' }

export type ConfigEditorContext = {
  readonly connectorId: string
  readonly saved: SavedConfig | null
  readonly text: string
  /** Of the save that the text started from. */
  readonly revision: number
  readonly origin: Origin | null
  /** What the text says, since it was read for the last validation. */
  readonly config: ConnectorConfig | null
  readonly findings: Findings | null
  /** What somebody else saved meanwhile; null while it was not read. */
  readonly theirs: SavedConfig | null
  readonly problem: Problem | null
  /** Why it was not published as it is: it reads something else. */
  readonly question: Problem | null
  /** Where it begins then, as a person answered; for one publication. */
  readonly begins: DeployReading | null
}
