/** What a run has moved, wherever it is shown. */
import { Object as Shape } from 'typebox'

import { Count } from './schemas.ts'

/** A run as lists and cards show it. */
export const RunSums = Shape({
  recordsRead: Count,
  recordsDelivered: Count,
  recordsSkipped: Count,
  recordsFailed: Count,
  /** May have arrived, and are not sent again by themselves. */
  recordsUnknown: Count,
})
