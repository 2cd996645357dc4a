/** Messages of a stream as records. */
import type { Msg } from '@nats-io/nats-core/internal'
import { isObject } from '#contract/connectors/config/json-members.ts'
import { JsonError, parseExactly } from '#server/platform/json/exact.ts'
import { recordMax } from '../../kit/formats/taking.ts'
import { type Masked, Unreadable } from '../../kit/kind.ts'

/** Where a message is in its stream, by the subject to which it would be acknowledged. */
export type Spot = {
  readonly sequence: number
  /** Its number among those of the consumer: without gaps. */
  readonly delivered: number
  /** Messages that follow for the consumer. */
  readonly pending: number
  /** ISO 8601. */
  readonly time: string
}

/** Null where the subject is none of JetStream. `$JS.ACK.[domain.account.]stream.consumer.tries.sequence.delivered.time.pending[.token]`. */
export function spotOf(reply: string | undefined): Spot | null {
  const tokens = reply?.split('.') ?? []
  if (tokens[0] !== '$JS' || tokens[1] !== 'ACK' || tokens.length < 9) return null
  const [sequence, delivered, time, pending] = tokens.slice(tokens.length >= 11 ? 7 : 5).map(Number)
  const isWhole = [sequence, delivered, pending].every((it) => it !== undefined && Number.isSafeInteger(it))
  if (!isWhole || sequence === undefined || delivered === undefined || pending === undefined) return null
  // Nanoseconds since 1970, of which the milliseconds are kept.
  const at = new Date(Math.floor((time ?? 0) / 1e6))
  return { sequence, delivered, pending, time: Number.isNaN(at.getTime()) ? '' : at.toISOString() }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Why a message holds no record, as a sentence. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof JsonError)
    return thrown.fault === 'too-deep' ? 'It is nested deeper than 64 levels.' : (thrown.reason ?? "It isn't valid JSON.")
  if (thrown instanceof TypeError) return 'It is not UTF-8 text.'
  throw thrown
}

function valueIn(data: Uint8Array): unknown {
  if (data.length === 0) throw new JsonError('not-json', 'It is empty.')
  return parseExactly(utf8.decode(data))
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

/** Takes the place of a message that holds no record: it fails alone, and the others are read. */
export function unreadable(subject: string, sequence: number, reason: string, masked: Masked): Unreadable {
  const message = `The message ${sequence} with the subject ${subject} can't be read. ${reason}`
  return new Unreadable(masked(message), { key: masked(`${subject.slice(-100)}:${sequence}`) })
}

/** The record of a message. @param withMessage whether an object gets the subject, sequence and time as its member `$message`. */
export function recordOf({ subject, data }: Msg, { sequence, time }: Spot, withMessage: boolean, masked: Masked): unknown {
  if (data.length > recordMax) return unreadable(subject, sequence, `It is larger than ${megabytes(recordMax)}.`, masked)
  try {
    const value = valueIn(data)
    return withMessage && isObject(value) ? { ...value, $message: { subject, sequence, time } } : value
  } catch (thrown) {
    return unreadable(subject, sequence, reasonOf(thrown), masked)
  }
}
