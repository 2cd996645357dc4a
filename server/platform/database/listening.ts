/** Hears what PostgreSQL notifies, on one connection of its own for all channels that is made again when it is lost. */
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

export function listenAt(url: string): Listen {
  const hearings = new Set<{ readonly channel: string; readonly hearing: Hearing }>()
  let client: pg.Client | null = null
  let opening: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let wasLost = false

  const all = () => [...hearings]

  function lost(which: pg.Client, thrown: unknown) {
    if (client !== which) return
    client = null
    void which.end().catch(() => {})
    if (hearings.size === 0) return
    wasLost = true
    for (const { hearing } of all()) hearing.fault(thrown)
    timer = setTimeout(begin, againPause)
  }

  const hear = (made: pg.Client, channel: string) => made.query(`listen ${made.escapeIdentifier(channel)}`)

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
    made.on('notification', ({ channel, payload }) => {
      if (payload) for (const it of all()) if (it.channel === channel) it.hearing.heard(payload)
    })
    try {
      await made.connect()
      for (const channel of new Set(all().map((it) => it.channel))) await hear(made, channel)
      if (wasLost) for (const { hearing } of all()) hearing.back()
      wasLost = false
    } catch (thrown) {
      lost(made, thrown)
    }
  }

  function begin() {
    timer = null
    opening = open()
  }

  async function addTo(channel: string) {
    await opening
    const current = client
    if (current) await hear(current, channel).catch((thrown: unknown) => lost(current, thrown))
  }

  return (channel, hearing) => {
    const it = { channel, hearing }
    hearings.add(it)
    // Channels that are added while it connects are in the set already.
    if (hearings.size === 1 && timer === null) begin()
    else void addTo(channel)
    return {
      close: async () => {
        hearings.delete(it)
        if (hearings.size > 0) return
        if (timer) clearTimeout(timer)
        timer = null
        await opening
        if (hearings.size > 0) return
        const last = client
        client = null
        await last?.end().catch(() => {})
      },
    }
  }
}
