/** What of a connector is live, beside its draft. */
import { Array as List, Object as Shape, type Static, String as Text } from 'typebox'

import { Instant, oneOf, orNull } from '../../kit/schemas.ts'
import { configParts } from '../runs/timeline.ts'

/** A deployment that failed: when, why, and at which fields of the configuration. */
export const FailedDeployment = Shape({
  at: Instant,
  message: Text(),
  fields: List(Shape({ path: Text(), message: Text() })),
})
export type FailedDeployment = Static<typeof FailedDeployment>

export const LiveState = {
  /** Parts in which the draft differs from the live version; empty where nothing differs or nothing is live. */
  undeployedChanges: List(oneOf(...configParts)),
  /** Why the newest deployment failed; null where it did not. */
  failedDeployment: orNull(FailedDeployment),
}
