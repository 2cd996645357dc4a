import { countedIn } from '../kit/format/counted.ts'

const counted = countedIn('en')

/** The dashboard's figures: cards, charts and their table. */
export const analyticsMessages = {
  name: 'Figures',
  loading: 'Loading figures…',
  refresh: 'Refresh',
  age: (age: string) => `What stands below was read ${age} ago.`,
  /** While what is shown answers the question before. */
  other: 'What stands below is of another question: the answer to this one is not there yet.',
  about: (from: string, to: string, by: string, of: string) => `${from} to ${to}, by ${by}, of ${of}.`,
  /** The list below is read sooner again: each says when. */
  read: 'Read at {at}.',
  before: (from: string, to: string) => `Compared with ${from} to ${to}.`,
  connectors: counted({ one: '# connector', other: '# connectors' }),
  intervals: { minute: 'minute', hour: 'hour', day: 'day', week: 'week', month: 'month' },
  week: (begin: string) => `week of ${begin}`,
  noData: 'no data yet',
  nothingYet: 'No data yet',
  nothingRead: 'No record was read in this time. Figures stand here as soon as a connector reads some.',
  volume: {
    title: 'Volume',
    records: counted({ one: '# record', other: '# records' }),
    mean: (mean: string, by: string) => `${mean} per ${by} on average`,
    trends: { increasing: 'Increasing', decreasing: 'Decreasing', stable: 'Stable' },
    noTrend: 'Too little history to tell a trend.',
    forecast: 'Forecast',
    item: (period: string, value: string, low: string, high: string) => `${period}: about ${value}, ${low} to ${high}`,
    confidence: (percent: string) => `In ${percent} of cases it lies in between.`,
    none: 'No forecast.',
  },
  latency: {
    title: 'Latency',
    mean: 'on average, from the reading of a page to the answer of the destination',
    parts: { p50: 'Half within', p95: '95 % within', p99: '99 % within' },
    slow: (limit: string) => `Above ${limit}`,
    well: (limit: string) => `Up to ${limit}`,
  },
  errors: {
    title: 'Error rate',
    of: (failed: string, all: string) => `${failed} failed of ${all} delivered or failed`,
    unsure: (said: string, unknown: string) => `${said}; ${unknown} more may not have arrived`,
    bad: (limit: string) => `Above ${limit}`,
    well: (limit: string) => `Up to ${limit}`,
  },
  change: {
    more: (by: string, before: string) => `${by} more than before (${before})`,
    less: (by: string, before: string) => `${by} less than before (${before})`,
    same: (before: string) => `As before (${before})`,
    nothing: 'Nothing to compare with: the time before has no data.',
    points: (value: string) => `${value} points`,
  },
  chart: {
    volume: (by: string) => `Records per ${by}`,
    latency: 'Average latency',
    delivered: 'Delivered',
    failed: 'Failed',
    average: 'Average',
    noLatency: 'No record was delivered in this time, so there is no latency to show.',
    loading: 'Loading charts…',
  },
  table: {
    name: 'Figures by period',
    show: 'Show as table',
    hide: 'Show as chart',
    download: 'Download CSV',
    columns: {
      period: 'Period',
      count: 'Records',
      delivered: 'Delivered',
      failed: 'Failed',
      latency: 'Average latency',
      forecast: 'Forecast',
    },
    leftOut: 'left out',
    foretold: (value: string, low: string, high: string) => `about ${value}, ${low} to ${high}`,
    decimated: 'There are more periods than room: the least and the most of neighbours are shown. A shorter range shows each.',
  },
  file: {
    name: (from: string, to: string) => `figures-${from}-${to}.csv`,
    columns: {
      period: 'Period begins (UTC)',
      count: 'Records',
      delivered: 'Delivered',
      failed: 'Failed',
      latency: 'Average latency in ms',
      forecast: 'Forecast',
      low: 'Forecast low',
      high: 'Forecast high',
    },
  },
}
