/** Shapes of what several columns hold as JSON. */
import type { ColumnType } from 'kysely'
import type { ConnectionCredentials, ConnectionForm } from '#contract/connections/connection.ts'
import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import type { ReplayRecordStatus } from '#contract/studio/replay.ts'
import type { Sealed } from '../../security/vault.ts'

export type StoredReading = DeployReading & { readonly was: string }
export type SealedText = ColumnType<Sealed, string, string>
export type SealedValue = Sealed & { readonly last4: string }

/** Of a connection: everything of its form but its name, its kind, its credentials and who may use it. */
export type ConnectionPlace = Pick<ConnectionForm, 'url' | 'database' | 'gateway' | 'requestsPerSecond' | 'atOnce' | 'testPath'>
/** Of a connection: where the contract has a secret, `SealedValue`, or null where none is set. */
export type StoredAuth = { readonly type: ConnectionCredentials['type'] } & Readonly<Record<string, unknown>>

/** Of the token of a connection: one renewal, for people. `took`: milliseconds; `life`: seconds. */
export type TokenRenewal = {
  readonly at: string
  readonly result: 'signed-in' | 'renewed' | 'failed' | 'refused'
  readonly took: number | null
  readonly life: number | null
  readonly said: string | null
}

/** Of a plan of everything that failed, which is never read as a whole. */
export type ReplayCounts = {
  /** Records by their standing: as planned, and of those that are decided as they stood then. */
  readonly standings: Readonly<Partial<Record<ReplayRecordStatus, number>>>
  /** How many are sent, as far as that is known: 0 until the start. */
  readonly chosen: number
  /** Lines from the first on of which it is decided whether they are sent, and how many of them are: each of those has its place. */
  readonly decided: number
  readonly placed: number
}
