/** What JetStream says of a stream, as far as it is needed. */
import { type Connection, faultOfApi } from './connection.ts'
import { NatsFault } from './faults.ts'

export type StreamInfo = {
  /** When it was created: a stream that was deleted and created anew has another time. */
  readonly created: string
  readonly retention: string
  /** Sequences of the first and the last message; the first is one more than the last where there is none. */
  readonly first: number
  readonly last: number
  readonly messages: number
  /** Milliseconds in which a message with the same `Nats-Msg-Id` is not stored twice. */
  readonly duplicateWindow: number
}

type Raw = {
  readonly created?: unknown
  readonly config?: { readonly retention?: unknown; readonly duplicate_window?: unknown }
  readonly state?: { readonly first_seq?: unknown; readonly last_seq?: unknown; readonly messages?: unknown }
}

function count(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new NatsFault('unreadable', "The server's response can't be read.")
}

/** Throws `NatsFault`. */
export async function streamInfo(connection: Connection, stream: string): Promise<StreamInfo> {
  const { created, config, state } = (await connection.ask(`STREAM.INFO.${stream}`)) as Raw
  if (typeof created !== 'string') throw faultOfApi({ code: 404, description: 'The server returned no stream.' })
  const { duplicate_window: window = 0 } = config ?? {}
  const [first, last, messages] = [count(state?.first_seq), count(state?.last_seq), count(state?.messages)]
  return {
    created,
    retention: String(config?.retention ?? 'limits'),
    first: messages === 0 ? last + 1 : first,
    ...{ last, messages },
    // JetStream counts in nanoseconds.
    duplicateWindow: typeof window === 'number' ? window / 1e6 : 0,
  }
}
