/** Lines on standard output, one JSON object each, or shaped for a person. Secrets do not get into them (threat T-SEC-3). */
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import type { LogLevel } from '../config/config.ts'

const secretNames = [
  'password',
  'passwordHash',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'clientSecret',
  'secretKey',
  'authorization',
  'cookie',
]
const depths = ['', '*.', '*.*.']

/**
 * @param destination where lines go instead of standard output, for tests.
 * @param shape what becomes of each line, which is JSON.
 */
export function createLog(level: LogLevel, destination?: DestinationStream, shape = (line: string) => line): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: depths.flatMap((depth) => secretNames.map((name) => `${depth}${name}`)), censor: '[secret]' },
    serializers: { err: describeError },
  }
  const out = destination ?? pino.destination(1)
  return pino(options, { write: (line) => void out.write(shape(line).replace(unseen, escaped)) })
}

/**
 * What JSON leaves as it is, and terminals and readers of logs do not: C1 with its control sequences, DEL, and two ends of lines that are
 * none in JSON (threat T-LOG). They stand only within texts of a line, so in JSON an escape means the same.
 */
const unseen = /[\u007f-\u009f\u2028\u2029]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described }

const causesMax = 3

/** Only these members: what drivers hang on their errors repeats parameters and rows. */
function describeError(thrown: unknown, depth = 0): Described {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) }
  const code = 'code' in thrown ? { code: String(thrown.code) } : {}
  const stack = thrown.stack === undefined ? {} : { stack: thrown.stack }
  const cause = thrown.cause === undefined || depth >= causesMax ? {} : { cause: describeError(thrown.cause, depth + 1) }
  return { type: thrown.name, message: thrown.message, ...code, ...stack, ...cause }
}

// A line of the log as a person reads it on a terminal: time of day, level, message and the other fields.

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
