/** A destination that answers late, breaks off or answers oddly gets each record once, and its status line counts. Decision 0049. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'

import type { Run } from '#contract/connectors/runs/run.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'

type Answer = (socket: Socket) => void

/** A destination below HTTP: says with exact bytes what a request gets, and counts the requests. */
async function startRaw(answer: Answer) {
  let requests = 0
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    let seen = ''
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1')
      const [head = '', body] = seen.split('\r\n\r\n', 2)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (body === undefined || body.length < length) return
      seen = ''
      requests += 1
      answer(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/import`, requests: () => requests }
}

const saying =
  (...pieces: readonly string[]): Answer =>
  (socket) =>
    void socket.write(pieces.join(''))
const thenEnds =
  (...pieces: readonly string[]): Answer =>
  (socket) =>
    void socket.end(pieces.join(''))
const ok = 'HTTP/1.1 201 Created\r\n'
const whole = `${ok}content-length: 2\r\n\r\n{}`
const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'
const unread = "Delivered. The response (201) couldn't be read."
const lost =
  "Outcome unknown. The response was lost. The destination may have received the record. We sent the request once and won't repeat it automatically."

type Row = readonly [name: string, answer: Answer, details: string | RegExp]
const rows: readonly Row[] = [
  ['an unasked 100 Continue', saying('HTTP/1.1 100 Continue\r\n\r\n', whole), 'Delivered. The destination returned 201.'],
  ['several interim responses', saying('HTTP/1.1 100 Continue\r\n\r\n', early, early, whole), /^Delivered\. /],
  ['an interim response in pieces', inPieces('HTTP/1.1 100 Continue\r\nx: y\r\n\r\n', whole), /^Delivered\. /],
  ['endless interim responses', saying(early.repeat(5_000)), lost],
  ['headers of 20 kB', saying(`${ok}x-long: ${'x'.repeat(20_000)}\r\ncontent-length: 2\r\n\r\n{}`), /^Delivered\. /],
  ['headers of 200 kB', saying(`${ok}x-long: ${'x'.repeat(200_000)}\r\ncontent-length: 2\r\n\r\n{}`), unread],
  ['a body that breaks off', thenEnds(`${ok}content-length: 20\r\n\r\n{"id"`), unread],
  ['chunks that break off', thenEnds(`${ok}transfer-encoding: chunked\r\n\r\n5\r\n{"id"`), unread],
  ['chunks that are none', saying(`${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`), unread],
  ['a body that never ends', saying(`${ok}content-length: 20\r\n\r\n{"id"`), unread],
  ['no gzip', saying(`${ok}content-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}`), unread],
  ['an unknown encoding', saying(`${ok}content-encoding: zstd\r\ncontent-length: 2\r\n\r\n{}`), unread],
  ['a head that breaks off', thenEnds(`${ok}content-le`), unread],
  ['a refusal that breaks off', thenEnds('HTTP/1.1 422 No\r\ncontent-length: 20\r\n\r\n{"e"'), 'The destination returned 422.'],
  ['a line that breaks off', thenEnds('HTTP/1.1 2'), lost],
  ['nothing and the end', thenEnds(''), lost],
  [
    'nothing at all',
    () => {},
    "Outcome unknown. The destination didn't respond in time. It may have received the record. We sent the request once and won't repeat it automatically.",
  ],
]

/** Sends every byte in a separate packet. */
function inPieces(...pieces: readonly string[]): Answer {
  return async (socket) => {
    socket.setNoDelay(true)
    for (const byte of pieces.join('')) {
      socket.write(byte)
      await new Promise(setImmediate)
    }
  }
}

const times = { headers: 1_000, idle: 1_000, total: 2_000 }

describeOnEachDatabase('a destination that answers with', (open) => {
  it.each(rows)('%s', async (_, answer, details) => {
    const { database } = await open()
    const to = await startRaw(answer)
    const scene = await play(database, {
      records: 2,
      outbound: times,
      limits: { retryBase: 1, retryCap: 1, sendsAtOnce: 1 },
      change: (config) => ({ ...config, destination: { ...config.destination, url: to.url } }),
    })
    const run: Run = await scene.over()
    expect(to.requests()).toBe(2)
    expect(run.recordsPossiblyTwice).toBe(0)
    const { companyId, connectorId } = scene.place
    const found = await pageOfTransactions(database.db, { companyId, connectorId, runId: run.runId }, 1, 10)
    expect(found.transactions.map(({ attempts }) => attempts)).toEqual([1, 1])
    for (const transaction of found.transactions)
      expect(transaction.details).toEqual(typeof details === 'string' ? details : expect.stringMatching(details))
  })

  it('a response of a bulk that breaks off: what became of each record is unknown, and nothing is sent again', async () => {
    const { database } = await open()
    const to = await startRaw(thenEnds(`${ok}content-length: 20\r\n\r\n{"id"`))
    const scene = await play(database, {
      records: 3,
      config: { strategy: 'bulk' },
      change: (config) => ({ ...config, destination: { ...config.destination, url: to.url } }),
    })
    expect(await scene.over()).toMatchObject({ recordsUnknown: 3, recordsFailed: 0 })
    expect(to.requests()).toBe(1)
  })
})
