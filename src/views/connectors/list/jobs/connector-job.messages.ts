import type { BulkAction } from '#contract/connectors/list/connector-bulk.ts'

/** All connectors that a filter finds paused or resumed. */
export const connectorJobMessages = {
  open: 'Pause or resume all…',
  title: 'Pause or resume all',
  submit: 'Start',
  action: 'Action',
  actions: { pause: 'Pause', resume: 'Resume' } satisfies Record<BulkAction, string>,
  ordered: 'The action has begun',
  reasons: { same: 'in this status already', status: 'the status does not allow it' },
  jobTitle: 'Action on connectors',
  stopText: 'The connectors under way are finished. Changes already made stay.',
  retryText: 'Retries connectors that failed, and does the remaining ones.',
}
