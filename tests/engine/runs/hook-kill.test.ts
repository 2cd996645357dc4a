/** The whole product as a process of its own, killed and stopped while 32 senders post: what was answered with 202 is delivered, once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

import { freePort } from '../../kit/free-port.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { launch } from '../../server/kit/launched.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { configFor, eventually } from '../kit/stage.ts'

const [senders, events] = [32, 320]
/** The second one lets open requests end. */
const signals = ['SIGKILL', 'SIGTERM'] as const

describeOnEachDatabase('kill -9 and a stop between the response to a sender and the delivery', (open) => {
  it('loses nothing and delivers nothing twice', async () => {
    const { database, place, remove } = await open()
    await database.close()
    // The destination is slow enough that events wait when the process dies.
    const destination = await startDestination({ delay: 5 })
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const environment = {
      ...(place.url === null ? { DATA_DIR: place.dataDir } : { DATABASE_URL: place.url }),
      ...{ PORT: String(port), SECRET_KEY: 'a master key that every life of it has', LOG_LEVEL: 'silent' },
      ...{
        SEED_DEMO: 'true',
        DEMO_PASSWORD: 'correct horse',
        EGRESS_ALLOW: '127.0.0.0/8',
        UNSAFE_DATABASE: 'true',
        RATE_LIMIT: '1000000',
      },
    }
    let life = launch(environment)
    onTestFinished(async () => {
      life.child.kill('SIGKILL')
      await life.ended
      await destination.close()
      await remove()
    })
    await life.ready

    let token = ''
    async function ask(method: string, path: string, body?: unknown) {
      const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) }
      const reply = await fetch(`${origin}${path}`, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      })
      if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
      return reply.json()
    }
    token = (await ask('POST', '/api/auth/sign-in', { email: 'admin@demo.test', password: 'correct horse' })).accessToken
    const config = {
      ...configFor({ source: '', destination: destination.url }),
      trigger: { type: 'webhook' },
      source: { type: 'http' },
    }
    const { _id: id } = (await ask('POST', '/api-connectors/', { connector: { name: 'Hook' }, config })).connector
    const { plainSecret } = await ask('POST', `/api-connectors/${id}/hook`)
    await ask('POST', `/api-connectors/${id}/deploy`)

    let answered = 0
    /** As senders do: the same event under the same id until it is taken. */
    async function send(n: number) {
      for (;;) {
        const reply = await fetch(`${origin}/hooks/${id}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${plainSecret}`, 'webhook-id': `event ${n}` },
          body: JSON.stringify({ id: n }),
        }).catch(() => null)
        if (reply?.status === 202) break
        await sleep(50)
      }
      answered += 1
    }
    const sending = Array.from({ length: senders }, async (_, sender) => {
      for (let n = sender + 1; n <= events; n += senders) await send(n)
    })
    for (const [at, signal] of signals.entries()) {
      await eventually(
        () => answered,
        (count) => count >= (events * (at + 1)) / (signals.length + 1),
      )
      life.child.kill(signal)
      await life.ended
      life = launch(environment)
      await life.ready
    }
    await Promise.all(sending)
    const waiting = async () => {
      const { held } = await ask('GET', `/api-connectors/${id}/hook`)
      const { data } = await ask('GET', `/api-connectors/${id}/runs?limit=100`)
      return held + data.filter(({ status }: { status: string }) => status === 'queued' || status === 'running').length
    }
    await eventually(waiting, (count) => count === 0, 60_000)
    const { data: runs } = await ask('GET', `/api-connectors/${id}/runs?limit=100`)
    expect(runs.reduce((sum: number, { recordsDelivered }: { recordsDelivered: number }) => sum + recordsDelivered, 0)).toBe(
      events,
    )
    expect(destination.effects.size).toBe(events)
    expect(new Set(destination.effects.values())).toEqual(new Set([1]))
  })
})
