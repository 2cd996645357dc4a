import type { Problem } from '#contract/kit/problem.ts'
import type { UsedCredentials } from '../../records/connections/connection-use.repository.ts'

/** A connection as a side uses it: `auth` refers to its secret. */
export type OpenConnection = {
  readonly name: string
  /** What the URLs of its requests begin with; null of a system that is no HTTP API. */
  readonly url: string | null
  readonly auth: UsedCredentials
  readonly gateway: string | undefined
  readonly requestsPerSecond: number | undefined
  readonly atOnce: number | undefined
  /** Notes whether the system took its credentials; null: it did. */
  readonly note: (refusal: Problem | null) => void
}
