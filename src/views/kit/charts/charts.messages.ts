/** What every chart says besides its own names and values. */
export const chartMessages = {
  table: (title: string) => `${title} as a table`,
  chart: (title: string) => `${title} as a chart`,
  keys: 'Use the arrow keys, Home and End to move between values.',
  keysOpen: 'Press Enter to open the current value.',
  keysZoom: 'Hold Shift and press the arrow keys to select a range. Press Enter to zoom in.',
  open: 'Press Enter to open',
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
