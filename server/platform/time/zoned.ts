/** How times are written to people outside of the console: by the clock of a zone, which is named. `formats.repository.ts` says whose zone. */

/** The language whose readers have an abbreviation for the zone: none knows all of them. */
const languages = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'ja-JP'] as const
const isOffset = (name: string) => /^(GMT|UTC)[+-]/.test(name)

const partOf = (format: Intl.DateTimeFormat, at: Date, type: Intl.DateTimeFormatPartTypes) =>
  format.formatToParts(at).find((part) => part.type === type)?.value ?? ''

/** Formats cost more than what they write: one a zone and form. */
const made = new Map<string, Intl.DateTimeFormat>()
function formatOf(language: string, form: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${form} ${options.timeZone}`
  const format = made.get(key) ?? new Intl.DateTimeFormat(language, options)
  made.set(key, format)
  return format
}

/** "CET", "EST", "JST", and "GMT+9" where there is no better one. It differs between summer and winter. */
function abbreviation(zone: string, at: Date): string {
  const names = languages.map((language) =>
    partOf(formatOf(language, 'name', { timeZone: zone, timeZoneName: 'short' }), at, 'timeZoneName'),
  )
  return names.find((name) => !isOffset(name)) ?? names[0] ?? zone
}

/** "25 Nov 2026, 15:04 CET", for sentences. */
export function minuteIn(zone: string, at: Date): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: zone } as const
  return `${formatOf('en-GB', 'minute', options).format(at)} ${abbreviation(zone, at)}`
}

/** "2026-11-25T15:04:05.006+01:00", for files: programs read it as the same moment. */
export function instantIn(zone: string, at: Date | string): string {
  const moment = new Date(at)
  const offset = partOf(
    formatOf('en-US', 'offset', { timeZone: zone, timeZoneName: 'longOffset' }),
    moment,
    'timeZoneName',
  ).slice(3)
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  const shift = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return new Date(moment.getTime() + shift).toISOString().replace('Z', offset === '' ? '+00:00' : offset)
}

const instants = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** A sentence whose instants are ISO 8601, with those by the clock of a zone. */
export const sentenceIn = (zone: string, sentence: string) =>
  sentence.replaceAll(instants, (instant) => minuteIn(zone, new Date(instant)))
