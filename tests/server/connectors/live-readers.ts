/** Readers of the stream, over a real connection. */
import type { AddressInfo } from 'node:net'

import type { LiveChange } from '#contract/connectors/details/live.graphql.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { TestServer, Who } from '../kit/test-server.ts'

export type Reader = {
  /** The next message for which it is true; those before are dropped. Rejects with the reason when the stream ends before. */
  readonly next: (isIt?: (change: LiveChange) => boolean) => Promise<LiveChange>
  /** Messages that came so far. */
  readonly count: () => number
  /** Resolves with the reason when the server ends it; null when it gave none. */
  readonly ended: Promise<Problem | null>
  readonly close: () => void
}

/** The address of a house that listens. */
export async function listening({ app }: TestServer): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

type Result = {
  readonly data?: Record<string, LiveChange> | null
  readonly errors?: { readonly extensions: Problem }[]
}

/** Opens a stream. Rejects with the problem where there is none. */
export async function readLive(house: TestServer, as: Who, query: string, variables: object): Promise<Reader> {
  const leaving = new AbortController()
  const response = await fetch(`${await listening(house)}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${house.sessions[as].accessToken}`,
    },
    body: JSON.stringify({ query, variables }),
    signal: leaving.signal,
  })
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`)
  const heard: LiveChange[] = []
  let count = 0
  let why: Problem | null = null
  let isOver = false
  let wake = () => {}

  async function read(body: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const bytes of body) {
      rest += decoder.decode(bytes, { stream: true })
      const messages = rest.split('\n\n')
      rest = messages.pop() ?? ''
      for (const message of messages) {
        const data = /^data: ?(\{.*)$/m.exec(message)?.[1]
        if (data === undefined) continue
        const result: Result = JSON.parse(data)
        why = result.errors?.[0]?.extensions ?? why
        const [change] = Object.values(result.data ?? {})
        if (change) {
          heard.push(change)
          count += 1
        }
      }
      wake()
    }
  }
  const ended = read(response.body)
    .catch(() => {})
    .then(() => {
      isOver = true
      wake()
      return why
    })

  return {
    async next(isIt = () => true) {
      for (;;) {
        for (let it = heard.shift(); it; it = heard.shift()) if (isIt(it)) return it
        if (isOver) throw new Error(`ended: ${why?.code ?? 'without a reason'}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    count: () => count,
    ended,
    close: () => leaving.abort(),
  }
}
