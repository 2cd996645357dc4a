/** What every chart says besides its own names and values. */
export const chartMessages = {
  table: (title: string) => `${title} as a table`,
  chart: (title: string) => `${title} as a chart`,
  keys: 'The arrow keys, Home and End go through the values.',
  keysOpen: 'Enter opens the one that is read.',
  keysZoom: 'Shift with the arrow keys marks a part, and Enter enlarges it.',
  open: 'Enter opens it',
  zoom: 'Release to enlarge this part',
  loading: (title: string) => `Loading ${title.toLowerCase()}…`,
  notMeasured: 'not measured',
  expected: 'Expected',
  running: 'still running',
  estimate: (value: string, low: string, high: string) => `about ${value} (${low} to ${high})`,
  part: (first: string, last: string) => `${first} to ${last}`,
  value: (name: string, value: string) => `${name} ${value}`,
  point: (title: string, values: string) => `${title}: ${values}`,
  columns: { place: 'Time' },
}
