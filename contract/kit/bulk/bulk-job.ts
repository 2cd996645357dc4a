/** How far an action on many has come, whatever it is done to. */
import Type, { type Static } from 'typebox'

import { Count, Id, Instant, oneOf, orNull } from '../schemas.ts'
import { bulkJobStates } from './bulk-job.lifecycle.ts'

export const BulkProgress = {
  id: Id,
  status: oneOf(...bulkJobStates),
  startedAt: Instant,
  /** Who started it, or went on with it last. */
  startedBy: orNull(Type.String()),
  total: Count,
  changed: Count,
  /** Not begun yet, or at all where it was stopped. */
  waiting: Count,
  failed: Count,
  /** The first ones that failed, each with why. */
  failures: Type.Array(Type.Object({ id: Id, name: Type.String(), message: Type.String() })),
}

const Progress = Type.Object(BulkProgress)
export type BulkProgress = Static<typeof Progress>
