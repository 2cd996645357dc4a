/** The requests that a sample record would cause, in the destination step. */
export const requestPreviewMessages = {
  title: 'Request preview',
  show: 'Show',
  hide: 'Hide',
  record: 'Sample record',
  without: 'Send a test request in the source step, or add an example. The request appears here.',
  loading: 'Preparing the preview…',
  steps: {
    send: 'Request',
    search: 'Search',
    update: 'If found: update',
    create: 'If not found: create',
    followUp: 'After delivery: follow-up',
  },
} as const
