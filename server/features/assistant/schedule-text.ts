/** How often a schedule runs, in words: "every 5 min", "every day at 02:30". */
import { durationText, quote, type SentencePart } from './speech.ts'

type Timed = { readonly everySeconds: number | null; readonly cron: string | null; readonly timeZone: string | null }

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const daily = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:[-,][0-6])*)$/
const hourly = /^(\d{1,2}) \* \* \* \*$/
const minutely = /^\*\/(\d{1,2}) \* \* \* \*$/
const two = (text: string) => text.padStart(2, '0')

function daysIn(text: string): string {
  if (text === '*') return 'every day'
  if (text === '1-5') return 'Monday to Friday'
  const named = text.split(',').map((part) =>
    part
      .split('-')
      .map((day) => days[Number(day)] ?? day)
      .join(' to '),
  )
  const last = named.at(-1) ?? ''
  return named.length === 1 ? `every ${last}` : `${named.slice(0, -1).join(', ')} and ${last}`
}

/** Null where the expression says more than a person would. */
function clockText(cron: string): string | null {
  const [, minute = '', hour = '', on = ''] = daily.exec(cron) ?? []
  if (minute !== '') return `${daysIn(on)} at ${two(hour)}:${two(minute)}`
  const [, past] = hourly.exec(cron) ?? []
  if (past !== undefined) return Number(past) === 0 ? 'every hour' : `every hour at ${two(past)} minutes past`
  const [, count] = minutely.exec(cron) ?? []
  return count === undefined ? null : `every ${count} minutes`
}

/** @param zone of the reader: times are in it where no other zone is named. */
export function rhythmOf({ everySeconds, cron, timeZone }: Timed, zone: string): SentencePart[] {
  if (everySeconds !== null) return ['every ', quote(durationText(everySeconds * 1_000))]
  const expression = (cron ?? '').trim()
  const text = clockText(expression)
  const inZone = (timeZone ?? 'UTC') === zone ? [] : [' (', quote(timeZone ?? 'UTC'), ')']
  return text === null ? ['by the cron expression ', quote(expression), ...inZone] : [quote(text), ...inZone]
}
