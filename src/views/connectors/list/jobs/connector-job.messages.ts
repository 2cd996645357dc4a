import type { BulkAction } from '#contract/connectors/list/connector-bulk.ts'

/** All connectors that a filter finds paused or resumed. */
export const connectorJobMessages = {
  open: 'Pause or resume all…',
  title: 'Pause or resume all',
  submit: 'Start',
  action: 'Action',
  actions: { pause: 'Pause', resume: 'Resume' } satisfies Record<BulkAction, string>,
  ordered: 'Action started',
  reasons: { same: 'already in this status', status: 'not possible in this status' },
  jobTitle: 'Connector action',
  stopText: 'Connectors already in progress will finish. Completed changes stay.',
  retryText: 'Retries failed connectors and continues with the rest.',
}
