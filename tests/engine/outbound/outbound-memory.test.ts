import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'

import { createMemory } from '#server/outbound/memory.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { eventually } from '../kit/stage.ts'

const megabyte = 1024 * 1024

describe('the memory for answers', () => {
  it('lets the oldest pass always, and the others while there is room', async () => {
    const memory = createMemory(10)
    const [old, young] = [memory.open(), memory.open()]
    const resumed: string[] = []
    expect(old.add(8, () => resumed.push('old'))).toBe(true)
    expect(young.add(4, () => resumed.push('young'))).toBe(false)
    expect(old.add(20, () => resumed.push('old'))).toBe(true)
    let came = false
    const third = memory.open()
    const waiting = third.expect(5).then(() => {
      came = true
    })
    old.release()
    expect(resumed).toEqual(['young'])
    await waiting
    expect([came, memory.used()]).toEqual([true, 9])
    third.correct(1)
    young.release()
    third.release()
    third.release()
    expect(memory.used()).toBe(0)
  })

  it('pauses the sockets beyond the limit until those before have been used', async () => {
    const sent: number[] = []
    const server = createServer((_, response) => {
      const at = sent.push(0) - 1
      const chunk = Buffer.alloc(64 * 1024, 0x20)
      const more = () => {
        while ((sent[at] ?? 0) < 9 * megabyte) {
          sent[at] = (sent[at] ?? 0) + chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end('1')
      }
      more()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const limits = { memory: 24 * megabyte, bytes: 10 * megabyte, total: 1_000, idle: 500 }
    const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], limits })
    onTestFinished(async () => {
      server.closeAllConnections()
      server.close()
      await outbound.close()
    })
    const uses = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    const done: number[] = []
    const ask = async (at: number) => {
      const { body } = await outbound.request({ method: 'GET', url, headers: {}, inUse: uses[at]?.promise ?? Promise.resolve() })
      done.push(at)
      return body.length
    }
    const first = await ask(0)
    const others = [ask(1), ask(2)]
    await eventually(
      () => sent[1] ?? 0,
      (it) => it > 3 * megabyte,
    )
    // Longer than the deadline and the idle limit: waiting for our own memory is not the other side's slowness.
    await sleep(1_300)
    expect(done).toEqual([0])
    uses[0]?.resolve()
    await eventually(
      () => done.length,
      (it) => it >= 2,
    )
    for (const { resolve } of uses) resolve()
    expect(await Promise.all(others)).toEqual([first, first])
  })

  it('lets the next one pass when the one before is cut off', async () => {
    const chunk = Buffer.alloc(64 * 1024, 0x20)
    let sent = 0
    const pourOn = Promise.withResolvers<void>()
    const server = createServer(async (request, response) => {
      response.setMaxListeners(0)
      const isEndless = request.url === '/endless'
      for (let at = 0; isEndless || at < (9 * megabyte) / chunk.length; at += 1) {
        // The endless one waits until the other is paused: more than the sockets hold was sent of it.
        if (isEndless && at * chunk.length >= megabyte) await pourOn.promise
        if (response.destroyed) return
        if (!isEndless) sent += chunk.length
        if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
      }
      response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const limits = { memory: 12 * megabyte, bytes: 10 * megabyte }
    const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], limits })
    onTestFinished(async () => {
      server.closeAllConnections()
      server.close()
      await outbound.close()
    })
    const ask = (path: string) => outbound.request({ method: 'GET', url: new URL(path, origin), headers: {} })
    const endless = ask('/endless').catch((thrown: unknown) => thrown)
    await sleep(100)
    const whole = ask('/whole')
    let before = -1
    await eventually(
      async () => {
        const isStill = sent > 2 * megabyte && sent === before
        before = sent
        await sleep(100)
        return isStill
      },
      (it) => it,
    )
    pourOn.resolve()
    expect(await endless).toMatchObject({ kind: 'too-large' })
    expect((await whole).body).toHaveLength(9 * megabyte)
  })

  it('counts what an encoded answer becomes before it is decoded', async () => {
    const bodies = gzipSync(Buffer.alloc(8 * megabyte, 0x20))
    const server = createServer((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bodies))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const outbound = createOutbound({
      egressAllow: ['127.0.0.0/8'],
      limits: { memory: 20 * megabyte, bytes: 9 * megabyte, ratio: 2_000 },
    })
    onTestFinished(async () => {
      server.closeAllConnections()
      server.close()
      await outbound.close()
    })
    const uses = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    const done: number[] = []
    const asked = uses.map(async ({ promise }, at) => {
      const { body } = await outbound.request({ method: 'GET', url, headers: {}, inUse: promise })
      done.push(at)
      return body.length
    })
    await eventually(
      () => done.length,
      (it) => it === 1,
    )
    await sleep(100)
    expect(done).toHaveLength(1)
    for (const { resolve } of uses) resolve()
    expect(await Promise.all(asked)).toEqual(uses.map(() => 8 * megabyte))
  })
})
