/** What a connector with several destinations sent to each of them: in one run, or in a time. */
import Type, { type Static } from 'typebox'

import { Count, orNull } from '../../kit/schemas.ts'
import { RunSums } from './run-sums.ts'
import { RouteNumber } from './transaction.ts'

export const DestinationSums = Type.Object({
  /** The number of the destination in the configuration (`routes`); -1: records that went to none of them. */
  id: RouteNumber,
  /** What people call it; null where it has no name, was removed since, or is none. */
  name: orNull(Type.String()),
  /** Where it is; null where it was removed since, or is none. */
  address: orNull(Type.String()),
  /** Whether the configuration doesn't have it any more. */
  isRemoved: Type.Boolean(),
  /** Whether a person paused it: its records wait. */
  isPaused: Type.Boolean(),
  /** `recordsRead` is the sum of all that follow. */
  ...RunSums.properties,
  /** Waiting to be sent, or on their way. */
  recordsOpen: Count,
})
export type DestinationSums = Static<typeof DestinationSums>
