/** What of a connector is live, beside its draft. */
import Type, { type Static } from 'typebox'

import { Instant, oneOf, orNull } from '../../kit/schemas.ts'
import { configParts } from '../runs/timeline.ts'

/** A deployment that failed: when, why, and at which fields of the configuration. */
export const FailedDeployment = Type.Object({
  at: Instant,
  message: Type.String(),
  fields: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
})
export type FailedDeployment = Static<typeof FailedDeployment>

export const LiveState = {
  /** Parts in which the draft differs from the live version; empty where nothing differs or nothing is live. */
  undeployedChanges: Type.Array(oneOf(...configParts)),
  /** Why the newest deployment failed; null where it did not. */
  failedDeployment: orNull(FailedDeployment),
}

export const DraftAndLive = {
  ...LiveState,
  /** What is doubtful about a draft that is not live as it is, as its review says it. */
  draftWarnings: Type.Optional(Type.Array(Type.String())),
}
