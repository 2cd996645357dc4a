/** The dashboard's list of connectors. */
export const connectorList = {
  name: 'connectors',
  table: 'Connectors',
  search: 'Search by name',
  columns: { name: 'Name', status: 'Status', route: 'Source and destination', run: 'Last run' },
  since: 'since {at}. {reason}',
  nextRun: 'Next run {at}',
  noRun: 'no run yet',
  none: 'No connectors yet',
  firstStep:
    'Each connector will stand here with its status and what its last run moved. Create one through the API: POST /api-connectors/.',
  nothingFound: 'Nothing found',
  noneNamed: (text: string) => `No connector has “${text}” in its name.`,
  dashboard: 'Dashboard',
}
