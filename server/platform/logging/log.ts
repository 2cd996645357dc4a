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
