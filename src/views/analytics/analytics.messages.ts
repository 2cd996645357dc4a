import { countedIn } from '../kit/format/counted.ts'

const counted = countedIn('en')

/** The dashboard's figures: cards and charts. */
export const analyticsMessages = {
  name: 'Figures',
  loading: 'Loading figures…',
  refresh: 'Refresh',
  download: 'Download CSV',
  age: (age: string) => `These figures are ${age} old.`,
  /** While what is shown answers the question before. */
  other: 'Loading the new range. These figures show the previous range.',
  updated: '· updated {at}',
  intervals: { minute: 'minute', hour: 'hour', day: 'day', week: 'week', month: 'month' },
  next: {
    minute: counted({ one: 'next minute', other: 'next # minutes' }),
    hour: counted({ one: 'next hour', other: 'next # hours' }),
    day: counted({ one: 'next day', other: 'next # days' }),
    week: counted({ one: 'next week', other: 'next # weeks' }),
    month: counted({ one: 'next month', other: 'next # months' }),
  },
  week: (begin: string) => `week of ${begin}`,
  nothingYet: 'No records in this time',
  nothingRead: 'Figures appear as soon as a connector reads records.',
  nothingBefore: counted({ one: 'The previous period had # record.', other: 'The previous period had # records.' }),
  volume: {
    title: 'Volume',
    unit: counted({ one: 'record', other: 'records' }),
    mean: (mean: string, by: string) => `${mean} per ${by}`,
    trends: { increasing: 'increasing', decreasing: 'decreasing', stable: 'stable' },
    noTrend: 'no trend yet',
    forecast: (next: string, percent: string) => `Forecast, ${next} · ${percent} range`,
    noForecast: 'Forecast',
    range: (low: string, high: string) => `${low} to ${high}`,
    tooWide: 'Not enough data to forecast yet.',
  },
  latency: {
    title: 'Latency',
    unit: 'average',
    mean: 'read to confirmed',
    within: 'Records within',
    parts: { p50: '50 %', p95: '95 %', p99: '99 %' },
    slow: (limit: string) => `Above ${limit}`,
  },
  errors: {
    title: 'Error rate',
    of: (failed: string, all: string) => `${failed} of ${all} failed`,
    unsure: (unknown: string) => `${unknown} unknown`,
    none: 'nothing ended yet',
    bad: (limit: string) => `Above ${limit}`,
    outcomes: 'Outcomes',
    parts: { delivered: 'delivered', skipped: 'skipped', unknown: 'unknown', unchanged: 'unchanged' },
  },
  change: {
    more: (by: string) => `${by} more than before`,
    less: (by: string) => `${by} less than before`,
    same: 'as before',
    nothing: 'no earlier data',
    points: (value: string) => `${value} points`,
  },
  chart: {
    volume: (by: string) => `Records per ${by}`,
    latency: 'Average latency',
    delivered: 'Delivered',
    failed: 'Failed',
    average: 'This time',
    before: 'Time before',
    noLatency: 'No record was delivered in this time.',
    loading: 'Loading charts…',
    decimated:
      'Too many periods to draw each one: only the lowest and highest of neighbours are shown. A shorter range shows each.',
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
