/** A line of the log as a person reads it on a terminal: time of day, level, message and the other fields. */

const levels: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

type Line = {
  readonly level?: number
  readonly time?: string
  readonly msg?: string
  readonly err?: { readonly type?: string; readonly code?: unknown; readonly message?: string; readonly stack?: string }
} & Readonly<Record<string, unknown>>

/** Stays on its line: what would move the cursor is escaped, as in JSON (threat T-LOG). */
const inOneLine = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\')

const shown = (value: unknown) => inOneLine(typeof value === 'string' ? value : JSON.stringify(value))

/** The message of an error with its code, and the first place of its stack. */
function errorText({ type = 'Error', code, message = '', stack = '' }: NonNullable<Line['err']>): string {
  const place = /^ *at (.*)$/m.exec(stack)?.[1]
  return shown(`${type}${code === undefined ? '' : ` ${code}`}: ${message}${place === undefined ? '' : ` (at ${place})`}`)
}

/** A line that is not JSON stays as it is. */
export function readableLine(line: string): string {
  let read: Line
  try {
    read = JSON.parse(line) as Line
  } catch {
    return line
  }
  const { level = 30, time, msg = '', err, ...rest } = read
  const clock = new Date(time ?? Number.NaN).toTimeString().slice(0, 8)
  const more = Object.entries(rest).map(([name, value]) => `${inOneLine(name)}=${shown(value)}`)
  const parts = [clock, (levels[level] ?? String(level)).padEnd(5), inOneLine(msg), ...more]
  return `${[...parts, ...(err === undefined ? [] : [errorText(err)])].join(' ')}\n`
}
