/** What every chart says besides its own names and values. */
export const chartMessages = {
  table: (title: string) => `${title} as a table`,
  chart: (title: string) => `${title} as a chart`,
  keys: 'The arrow keys, Home and End go through the values.',
  keysOpen: 'Enter opens the current value.',
  keysZoom: 'Shift with the arrow keys selects a range, and Enter zooms in.',
  open: 'Enter opens it',
  zoom: 'Release to zoom in',
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
