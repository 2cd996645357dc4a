/** Time limits are settings of a system, within the caps of the product. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'

import type { Timeouts } from '#contract/connectors/config/timeouts.ts'
import { openHttpDestination } from '#server/engine/kinds/http/destination.ts'
import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import { checkConfig } from '#server/engine/plan/plan.ts'
import { outboundLimits, timesOf } from '#server/outbound/limits.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { configFor } from '../kit/stage.ts'

it('are the usual ones, those that are asked for, and never more than the caps', () => {
  expect(timesOf(outboundLimits)).toEqual({ headers: 60_000, idle: 15_000, total: 120_000 })
  expect(timesOf(outboundLimits, { firstByte: 240_000 })).toEqual({ headers: 240_000, idle: 240_000, total: 300_000 })
  expect(timesOf(outboundLimits, { firstByte: 10_000, total: 20_000 })).toMatchObject({ headers: 10_000, total: 20_000 })
  expect(timesOf(outboundLimits, { firstByte: 9_000_000, total: 9_000_000 })).toMatchObject({ headers: 300_000, total: 900_000 })
})

it('of a system replace the usual ones, for reading and for sending', async () => {
  const server = createServer((request, response) => {
    request.resume()
    setTimeout(() => response.end('[{"id":1}]'), 300)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The usual limit is too short for this system.
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], limits: { headers: 50, idle: 50, total: 50 } })
  onTestFinished(async () => {
    await outbound.close()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const tools = { outbound, readSecret: async () => '', heldEvents: async () => [] }
  const signal = new AbortController().signal
  const read = async (timeouts?: Timeouts) => {
    const source = await openHttpSource(
      { type: 'http', url, requestMethod: 'GET', isList: true, ...(timeouts ? { timeouts } : {}) },
      tools,
    )
    return source.read(source.start(null), signal)
  }
  await expect(read()).rejects.toThrow("didn't respond in time")
  expect((await read({ firstByteSeconds: 20 })).records).toHaveLength(1)
  const to = await openHttpDestination({ type: 'http', url, requestMethod: 'POST', timeouts: { firstByteSeconds: 20 } }, tools)
  const parcel = { key: 'k', body: '{}', bytes: Buffer.from('{}'), count: 1, texts: () => ['{}'] }
  expect(await to.deliver(parcel, { signal, withdrawn: signal, mayStart: () => true })).toMatchObject({ outcome: 'delivered' })
})

it('that contradict each other, or are set where they are not used, are named before a deployment', () => {
  const config = configFor({ source: 'http://127.0.0.1:9', destination: 'http://127.0.0.1:9/in' })
  const timeouts = { firstByteSeconds: 100, totalSeconds: 90 }
  const errors = checkConfig({
    ...config,
    source: { ...config.source, timeouts },
    destination: { ...config.destination, timeouts },
  })
  const message = 'Allow more time to complete a response than to start it'
  expect(errors).toEqual([
    { path: '/source/timeouts/totalSeconds', message },
    { path: '/destination/timeouts/totalSeconds', message },
  ])
})
