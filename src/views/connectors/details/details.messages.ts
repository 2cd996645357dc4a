/** The page of one connector. */
export const detailsMessages = {
  name: 'connector',
  untitled: 'Connector',
  all: 'All connectors',
  studio: 'Integration Studio',
  notFound: 'Connector not found',
  gone: 'This connector does not exist or was deleted.',
  none: 'There is no such connector',
  mayBeDeleted: 'It may have been deleted.',
  deleted: (name: string) => `${name} is deleted.`,
  moved: 'What it moved',
  tabs: {
    runs: 'Runs',
    analytics: 'Analytics',
    timeline: 'Timeline',
    transactions: 'Transactions',
    problems: 'Problems',
  },
}
