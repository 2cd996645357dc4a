/**
 * Stores each delivery as one message. Its key is the `Nats-Msg-Id`, by which the stream knows a repeat for as long as its duplicate window: so what may
 * have been stored is sent again within that window and never after it.
 */
import type { DestinationConfig, NatsConfig } from '#contract/connectors/config/config.ts'
import { templateField } from '#contract/connectors/config/operations/body-template.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { valueAt } from '#server/platform/json/path.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import type { Destination, Earlier, Outcome, Parcel, Permission, Tools } from '../../kit/kind.ts'
import { pathOf } from '../../kit/record-values.ts'
import { type Connection, openConnection, sideOf } from './connection.ts'
import { NatsFault, outcomeOf } from './faults.ts'
import { streamInfo } from './stream.ts'

const tokenMax = 256
/** Headers of a message beside its body. */
const headerBytes = 512

/** Why a value can't be a token of a subject; null where it can. */
function tokenFault(text: string | null): string | null {
  if (text === null || text === '') return 'is empty'
  if (text.length > tokenMax) return `is longer than ${tokenMax} characters`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\s.*>\u0000-\u0020\u007f]/.test(text) || !text.isWellFormed() ? 'contains a space, a dot, * or >' : null
}

/** The subject of a record, or why it has none. */
export function subjectOf(template: string, text: string): string | Problem {
  if (!template.includes('{')) return template
  const record = parseExactly(text)
  let fault: string | null = null
  const filled = template.replace(templateField, (_, field: string) => {
    const value = valueAt(record, pathOf(field))
    const token = value === undefined || value === null ? '' : scalarText(value)
    const why = token === null ? "isn't text, a number or true/false" : tokenFault(token)
    if (why !== null) fault ??= `the value of "${field}" ${why}`
    return token ?? ''
  })
  if (fault === null) return filled
  return problem('record/no-address', {
    message: `We couldn't build the subject: ${fault}. Correct the value and retry the record.`,
  })
}

/** Milliseconds before the end of the duplicate window in which nothing is repeated any more: a message may take so long to the stream. */
const marginOf = (window: number) => Math.min(20_000, window / 4)

const shownSeconds = (milliseconds: number) =>
  milliseconds >= 120_000 ? `${Math.round(milliseconds / 60_000)} minutes` : `${Math.round(milliseconds / 1_000)} seconds`

/** Opens the destination of a configuration that was checked. Nothing is connected before the first delivery. */
export async function openNatsDestination(config: DestinationConfig, tools: Tools): Promise<Destination> {
  const side = await sideOf(config, tools)
  const { stream, subject: template = '' } = config.natsConfig as NatsConfig
  const { address, masked } = side
  /** When deliveries that may have been stored were sent first by this process, of `Date.now()`. */
  const sentAt = new Map<string, number>()
  let opening: Promise<Connection> | null = null
  /** Milliseconds; 0 while it is not known. */
  let window = 0

  async function open(): Promise<Connection> {
    const connection = await openConnection(side, tools.outbound)
    // An account may be allowed to store and not to look: then nothing is repeated.
    const info = await streamInfo(connection, stream).catch((thrown: unknown) => {
      if (thrown instanceof NatsFault && thrown.kind === 'caller' && thrown.code === '') return null
      connection.cut()
      throw thrown
    })
    window = info?.duplicateWindow ?? 0
    return connection
  }

  async function connected(): Promise<Connection> {
    if (opening !== null && (await opening.catch(() => null))?.isLost() !== false) opening = null
    opening ??= open()
    return opening
  }

  /** What may have been stored, and would be stored twice now; null where it may be sent. */
  function lateOutcome({ key, readAt }: Parcel, earlier: Earlier | undefined): Outcome | null {
    const isRepeat = earlier?.isInDoubt === true || earlier?.isCutOff === true
    const first = sentAt.get(key) ?? (isRepeat ? (readAt?.getTime() ?? 0) : null)
    if (first === null || Date.now() < first + window - marginOf(window)) return null
    const known =
      window === 0
        ? "The stream's duplicate window is not known"
        : `The stream recognizes repeats for ${shownSeconds(window)} only`
    const message = `An earlier attempt may have stored the message. ${known}, so we don't send it again. Check the stream, then retry the record.`
    return { outcome: 'unknown', isAnswered: true, problem: problem('destination/outcome-unknown', { message }) }
  }

  async function attempt(parcel: Parcel, { signal, mayStart }: Permission, earlier?: Earlier): Promise<Outcome> {
    let isSent = false
    let connection: Connection | null = null
    const cut = () => connection?.cut()
    try {
      const subject = subjectOf(template, parcel.body)
      if (typeof subject !== 'string') return { outcome: 'refused', problem: subject, about: 'delivery' }
      connection = await connected()
      if (parcel.bytes.length + headerBytes > connection.payloadMax)
        throw new NatsFault(
          'message',
          `The record has ${parcel.bytes.length.toLocaleString('en')} bytes. The server accepts messages of up to ${connection.payloadMax.toLocaleString('en')} bytes, including headers.`,
        )
      const late = lateOutcome(parcel, earlier)
      if (late !== null) return late
      if (!mayStart()) return { outcome: 'withheld' }
      signal.addEventListener('abort', cut)
      const now = Date.now()
      isSent = true
      const storing = connection.store(subject, parcel.bytes, { 'Nats-Msg-Id': parcel.key, 'Nats-Expected-Stream': stream })
      const { seq, duplicate } = await storing.catch((thrown: unknown) => {
        if (!(thrown instanceof NatsFault) || ['lost', 'silent', 'unreadable'].includes(thrown.kind))
          if (!sentAt.has(parcel.key)) sentAt.set(parcel.key, now)
        throw thrown
      })
      sentAt.delete(parcel.key)
      const body = duplicate
        ? `An earlier attempt had already stored this message as sequence ${seq} of ${stream}.`
        : `Stored as sequence ${seq} of ${stream}.`
      return { outcome: 'delivered', answer: { status: 0, headers: {}, body, bytes: null }, remoteIds: [String(seq)] }
    } catch (thrown) {
      return outcomeOf(thrown, masked, isSent)
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }

  return {
    endpoint: `PUBLISH ${address}/${stream} ${template}`,
    host: address,
    // Only once the window is known. What may have been sent before that is noted.
    honoursKeys: () => window > 0,
    // What may be stored twice by a repeat is not repeated.
    isIdempotent: () => true,
    deliver: attempt,
    preview: (parcel) => {
      const subject = subjectOf(template, parcel.body)
      return {
        method: 'PUBLISH',
        to: `${address}/${stream} ${typeof subject === 'string' ? subject : template}`,
        headers: { 'Nats-Msg-Id': parcel.key },
        body: parcel.body,
      }
    },
    close: async () => {
      const connection = await opening?.catch(() => null)
      connection?.cut()
    },
  }
}
