/** One record out of several: what the parts of the engine know of groups. `group/compiled-group.ts` compiles them. */
import type { Path } from '../../platform/json/path.ts'

/** What is kept of a group between two pages, as JSON. `fault`: why it cannot be sent; its lines are not kept then. */
export type GroupState = {
  readonly keys: readonly unknown[]
  /** Its records. */
  count: number
  lines: unknown[]
  fault: string | null
}

/** The values of a record at the keys, and what names its group. */
export type GroupKey = { readonly keys: readonly unknown[]; readonly name: string }

export type CompiledGroup = {
  /** What it reads of a record, and where in the configuration, as a JSON pointer. */
  readonly reads: readonly { readonly at: string; readonly path: Path }[]
  /** The members that its records have. */
  readonly members: readonly string[]
  /** Whether the keys of a record are known although an enrichment of it failed. */
  readonly keysAreRead: boolean
  /** Whether a record that a ledger kept is one of these groups, complete: another one cannot be sent as a group. */
  readonly isMadeBy: (record: unknown) => boolean
  /** The group of a record, or why there is none, as a sentence. */
  readonly keyOf: (record: unknown) => GroupKey | string
  readonly begin: (keys: readonly unknown[]) => GroupState
  /** Adds a record to its group. @param called what the record is called by, for the reason of a group that cannot be sent. */
  readonly add: (state: GroupState, record: unknown, called: string) => void
  /** The record that a group is sent as. */
  readonly recordOf: (state: GroupState) => unknown
}
