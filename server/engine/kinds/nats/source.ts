/**
 * Reads a stream by its sequence: where reading goes on is our checkpoint and nothing that the stream keeps. The consumer through which messages come
 * acknowledges nothing and is gone with the run, so other consumers of the stream miss nothing. A run reads to what was the end when it began.
 */
import type { NatsConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { problem } from '#contract/kit/problem.ts'
import { partBytes, partRecords, recordMax } from '../../kit/formats/taking.ts'
import { type Place, type Source, SourceFault, type SourcePage, type Tools } from '../../kit/kind.ts'
import { type Connection, type NatsSide, openConnection, sideOf } from './connection.ts'
import { NatsFault, sourceFault } from './faults.ts'
import { recordOf, spotOf, unreadable } from './messages.ts'
import { type StreamInfo, streamInfo } from './stream.ts'

/** Where reading goes on: the time at which the stream was created, the next sequence, and the last one of the run. */
type Spot = {
  readonly created: string | null
  readonly next: number
  readonly until: number | null
}

const spotIn = (place: Place): Spot => {
  const { created, next, until } = place as Partial<Spot>
  return { created: created ?? null, next: next ?? 1, until: until ?? null }
}

const placeOf = ({ created, next, until }: Spot): Place => ({ created, next, ...(until === null ? {} : { until }) })

const shown = (count: number) => count.toLocaleString('en')

/** What a consumer on the server hands out. */
type Consumer = {
  readonly name: string
  /** The sequence from which on it hands out, what it handed out last, and how many messages follow. */
  from: number
  delivered: number
  pending: number
  /** Of `Date.now()`. */
  usedAt: number
}

/** Milliseconds after which the server forgets a consumer that nobody uses, and after which we count on that. */
const forgotten = 60_000
const stale = 45_000

/** A consumer that begins at a sequence. The server removes it a minute after its last use. Throws `NatsFault`. */
export async function openConsumer(
  connection: Connection,
  { stream, subject }: Pick<NatsConfig, 'stream' | 'subject'>,
  from: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Consumer> {
  const created = (await connection.ask(`CONSUMER.CREATE.${stream}`, {
    stream_name: stream,
    config: {
      ...{ deliver_policy: 'by_start_sequence', opt_start_seq: Math.max(1, from), ack_policy: 'none', replay_policy: 'instant' },
      // JetStream counts in nanoseconds.
      ...{ inactive_threshold: forgotten * 1e6, mem_storage: true, num_replicas: 1, max_waiting: 1 },
      ...(subject ? { filter_subject: subject } : {}),
      ...more,
    },
  })) as { readonly name?: unknown; readonly num_pending?: unknown }
  const { name, num_pending: pending } = created
  if (typeof name !== 'string' || typeof pending !== 'number')
    throw new NatsFault('unreadable', "The server's response can't be read.")
  return { name, from, delivered: 0, pending, usedAt: Date.now() }
}

/** Best effort: the server removes it by itself. */
export const closeConsumer = (connection: Connection, stream: string, { name }: Consumer): Promise<unknown> =>
  connection.ask(`CONSUMER.DELETE.${stream}.${name}`).catch(() => {})

/** The stream of a side. Throws `SourceFault` where its messages are gone once another consumer has them. */
export async function readableStream(connection: Connection, stream: string): Promise<StreamInfo> {
  const info = await streamInfo(connection, stream)
  if (info.retention === 'limits') return info
  const message = `The stream ${stream} deletes messages once its consumers have them (${info.retention} retention). Use a stream with limits retention, such as a mirror of it.`
  throw new SourceFault(problem('source/refused', { message }), false)
}

/** Refuses a place that belongs to an earlier stream of the same name. */
function refuseOther({ created, next }: Spot, info: StreamInfo, stream: string): void {
  if (created === null || (created === info.created && next <= info.last + 1)) return
  const sentences = [
    `The stream ${stream} is not the one that earlier runs read up to sequence ${shown(next - 1)}.`,
    ...(created === info.created ? [] : [`It was created on ${info.created.slice(0, 19).replace('T', ' ')} UTC.`]),
    'Set where the next run starts.',
  ]
  const message = sentences.join(' ')
  throw new SourceFault(problem('source/cannot-continue', { message }), false)
}

/** Says that messages were deleted before they were read; null where none were. */
function gapNote({ created, next }: Spot, { first }: StreamInfo, stream: string): string | null {
  if (created === null || next >= first) return null
  const [one, last] = [shown(next), shown(first - 1)]
  const which = first - 1 === next ? `Sequence ${one} was` : `Sequences ${one} to ${last} were`
  return `${which} deleted from the stream ${stream} before we read ${first - 1 === next ? 'it' : 'them'}.`
}

/** Opens the source of a configuration that was checked. Nothing is connected before the first page. */
export async function openNatsSource(config: SourceConfig, tools: Tools): Promise<Source> {
  const side = await sideOf(config, tools)
  return readingOf(side, config.natsConfig as NatsConfig, tools)
}

function readingOf(side: NatsSide, nats: NatsConfig, { outbound }: Tools): Source {
  const { stream, address, masked } = side
  let connection: Connection | null = null
  let consumer: Consumer | null = null

  async function connected(): Promise<Connection> {
    if (connection !== null && !connection.isLost()) return connection
    consumer = null
    connection = await openConnection(side, outbound)
    return connection
  }

  async function consumerAt(open: Connection, next: number): Promise<Consumer> {
    if (consumer?.from === next && Date.now() < consumer.usedAt + stale) return consumer
    if (consumer !== null) await closeConsumer(open, stream, consumer)
    consumer = await openConsumer(open, nats, next)
    return consumer
  }

  /** A record in place of a message that is larger than any record, and the sequence after it. */
  async function pastTooLarge(open: Connection, next: number) {
    const headersOnly = await openConsumer(open, nats, next, { headers_only: true })
    const { messages } = await open.pull(headersOnly.name, 1, partBytes)
    await closeConsumer(open, stream, headersOnly)
    const [msg] = messages
    const spot = spotOf(msg?.reply)
    if (!msg || !spot) throw new NatsFault('passing', 'The server no longer has the message.')
    const reason = `It is larger than ${recordMax / 1024 / 1024} MB.`
    return {
      records: [unreadable(msg.subject, spot.sequence, reason, masked)],
      sequences: [spot.sequence],
      pending: spot.pending,
    }
  }

  /** The next records, and the sequences of their messages. */
  async function recordsFrom(open: Connection, spot: { readonly next: number; readonly until: number }) {
    const from = await consumerAt(open, spot.next)
    if (from.pending === 0) return { records: [], sequences: [], pending: 0 }
    const count = Math.min(partRecords, from.pending)
    let pulled = await open.pull(from.name, count, partBytes)
    // One that fits no page of many is read alone.
    if (pulled.messages.length === 0 && pulled.isNextTooLarge) pulled = await open.pull(from.name, 1, recordMax + 64 * 1024)
    if (pulled.messages.length === 0 && pulled.isNextTooLarge) return pastTooLarge(open, spot.next)
    from.usedAt = Date.now()
    const records: unknown[] = []
    const sequences: number[] = []
    let pending = from.pending
    let isBeyond = false
    for (const msg of pulled.messages) {
      const at = spotOf(msg.reply)
      if (at === null) throw new NatsFault('unreadable', "A message has no sequence, so we can't read it.")
      // One was lost on its way: the same are asked for again.
      if (at.delivered !== from.delivered + 1) throw new NatsFault('passing', 'The server did not send all messages.')
      from.delivered = at.delivered
      pending = at.pending
      if (at.sequence > spot.until) {
        pending = 0
        isBeyond = true
        break
      }
      records.push(recordOf(msg, at, nats.withMessage === true, masked))
      sequences.push(at.sequence)
    }
    from.pending = pending
    // It has handed out what the next run reads.
    from.from = isBeyond ? Number.NaN : (sequences.at(-1) ?? spot.next - 1) + 1
    // Messages were deleted meanwhile, and the server has no more than it said.
    if (pulled.messages.length === 0) return { records, sequences, pending: 0 }
    return { records, sequences, pending }
  }

  async function readFrom(place: Place): Promise<SourcePage> {
    const open = await connected()
    const asked = spotIn(place)
    const info = await readableStream(open, stream)
    refuseOther(asked, info, stream)
    const { created } = info
    const until = asked.until ?? info.last
    const isNew = asked.created === null && asked.next === 0
    const next = isNew ? info.last + 1 : Math.max(asked.next, info.first)
    const notes = [gapNote(asked, info, stream), isNew ? `Reading starts after sequence ${shown(info.last)}.` : null]
    const note = notes.filter((it) => it !== null).join(' ')
    const said = note === '' ? {} : { note }
    const page = { repeatEnds: false, mayRepeat: true, ...said } as const
    const resume = (after: number) => placeOf({ created, next: after, until: null })
    const ended = { ...page, next: null, resume: resume(Math.max(next, until + 1)) }
    const what = `${address}/${stream}${nats.subject ? ` ${nats.subject}` : ''}`
    if (next > until) return { ...ended, records: [], startpoint: `${what}: no new messages` }
    const { records, sequences, pending } = await recordsFrom(open, { next, until })
    const last = sequences.at(-1)
    if (last === undefined) return { ...ended, records: [], startpoint: `${what}: no new messages` }
    const isLast = pending === 0 || last >= until
    return {
      ...page,
      records,
      startpoint: `${what}: sequences ${sequences[0]} to ${last}`,
      next: isLast ? null : placeOf({ created, next: last + 1, until }),
      after: (kept) => placeOf({ created, next: (sequences[kept - 1] ?? next - 1) + 1, until }),
      resume: isLast ? ended.resume : resume(last + 1),
    }
  }

  return {
    host: address,
    // Sequence 0 stands for the end of the stream.
    start: (resume) => resume ?? placeOf({ created: null, next: nats.start === 'new' ? 0 : 1, until: null }),
    look: () => placeOf({ created: null, next: 1, until: null }),
    read: async (place, signal) => {
      const cut = () => connection?.cut()
      signal.addEventListener('abort', cut)
      try {
        return await readFrom(place)
      } catch (thrown) {
        // What it hands out next is not known any more.
        consumer = null
        throw sourceFault(thrown, masked)
      } finally {
        signal.removeEventListener('abort', cut)
      }
    },
    tellsApart: true,
    close: async () => {
      if (connection === null || connection.isLost()) return
      if (consumer !== null) await closeConsumer(connection, stream, consumer)
      connection.cut()
    },
  }
}
