/** Hears what PostgreSQL notifies, on a connection of its own that is made again when it is lost. */
import pg from 'pg'

type Hearing = {
  readonly heard: (text: string) => void
  /** It listens again after a time in which it did not. */
  readonly back: () => void
  readonly fault: (thrown: unknown) => void
}

export type Listening = { readonly close: () => Promise<void> }
export type Listen = (channel: string, hearing: Hearing) => Listening

/** Milliseconds. */
const againPause = 1_000
const connectLimit = 5_000

export const listenAt =
  (url: string): Listen =>
  (channel, { heard, back, fault }) => {
    let client: pg.Client | null = null
    let isClosed = false
    let timer: NodeJS.Timeout | null = null
    let wasLost = false

    function lost(which: pg.Client, thrown: unknown) {
      if (client !== which) return
      client = null
      void which.end().catch(() => {})
      if (isClosed) return
      wasLost = true
      fault(thrown)
      timer = setTimeout(() => void open(), againPause)
    }

    async function open(): Promise<void> {
      const made = new pg.Client({
        connectionString: url,
        keepAlive: true,
        application_name: 'datacrane live',
        connectionTimeoutMillis: connectLimit,
      })
      client = made
      made.on('error', (error) => lost(made, error))
      made.on('end', () => lost(made, new Error('the connection that listens has ended')))
      made.on('notification', ({ payload }) => payload && heard(payload))
      try {
        await made.connect()
        await made.query(`listen ${made.escapeIdentifier(channel)}`)
        if (wasLost) back()
        wasLost = false
      } catch (thrown) {
        lost(made, thrown)
      }
    }

    const opening = open()
    return {
      close: async () => {
        isClosed = true
        if (timer) clearTimeout(timer)
        await opening
        const last = client
        client = null
        await last?.end().catch(() => {})
      },
    }
  }
