import type { ForecastItem, Interval, Volume } from '#contract/analytics/analytics.ts'
import { byLocale, locale } from '../kit/format/language.ts'
import { number } from '../kit/format/numbers.ts'
import { analyticsMessages } from './analytics.messages.ts'

const clock = { hour: '2-digit', minute: '2-digit' } as const
const date = { day: 'numeric', month: 'short' } as const
const shapes = {
  minute: { ...date, ...clock },
  hour: { ...date, ...clock },
  day: { weekday: 'short', ...date, year: 'numeric' },
  week: { ...date, year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  clock,
  date,
  monthOfYear: { month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const made = new Map<string, Intl.DateTimeFormat>()

function written(shape: keyof typeof shapes, zone: string, instant: string | number): string {
  const key = `${locale()} ${shape} ${zone}`
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale(), { ...shapes[shape], timeZone: zone })
  made.set(key, format)
  return format.format(new Date(instant))
}

/** The period that begins at an instant (ISO 8601), in a zone. */
export function periodWord(begin: string, interval: Interval, zone: string): string {
  const word = written(interval, zone, begin)
  return interval === 'week' ? analyticsMessages.week(word) : word
}

const day = 86_400_000

/** As short as it stays clear on an axis that is `span` milliseconds long. */
export const tickWord = (zone: string, span: number, instant: number) =>
  written(span <= 1.5 * day ? 'clock' : span < 100 * day ? 'date' : 'monthOfYear', zone, instant)

const numbers = (options: Intl.NumberFormatOptions) => byLocale((it) => new Intl.NumberFormat(it, options))
const hundredths = numbers({ maximumFractionDigits: 2 })
const rounded = numbers({ maximumFractionDigits: 1 })
const precise = numbers({ maximumSignificantDigits: 2 })

/** 12.35 %; what is not nothing is never written as nothing. */
export function percent(value: number): string {
  const digits = value !== 0 && Math.abs(value) < 0.01 ? precise : hundredths
  return `${digits().format(value)} %`
}

/** How many failed of those whose outcome is known, and how many more may not have arrived. */
export function failedOf({ delivered, failed, unknown }: Pick<Volume, 'delivered' | 'failed' | 'unknown'>): string {
  const said = analyticsMessages.errors.of(number(failed), number(delivered + failed))
  return unknown === 0 ? said : `${said} · ${analyticsMessages.errors.unsure(number(unknown))}`
}

/** 12,345.6; below 1 with two digits that count. */
export const estimate = (value: number) => (Math.abs(value) < 1 ? precise : rounded)().format(value)

const roughly = (roundingMode: 'halfExpand' | 'floor' | 'ceil') => numbers({ maximumSignificantDigits: 3, roundingMode })
const forecastRounding = { nearest: roughly('halfExpand'), low: roughly('floor'), high: roughly('ceil') }

/** What comes is known to three digits at best: "about 12,300", of 12,345. The bounds of its range are rounded away from it. */
export const forecastMessages = ({ predictedValue, low, high }: Pick<ForecastItem, 'predictedValue' | 'low' | 'high'>) =>
  [
    forecastRounding.nearest().format(predictedValue),
    forecastRounding.low().format(low),
    forecastRounding.high().format(high),
  ] as const
