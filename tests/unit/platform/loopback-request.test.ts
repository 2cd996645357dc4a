/** What counts as a request of this machine: a proxy on the same machine that adds no header must not. */
import { expect, it } from 'vitest'

import { readConfig } from '#server/platform/config/config.ts'
import { type Arrived, createLoopbackCheck } from '#server/platform/http/loopback-request.ts'

/** As nginx with a plain `proxy_pass http://127.0.0.1:3001` sends a request, and as a program of this machine does. */
const local: Arrived = {
  ...{ headers: {}, ip: '127.0.0.1', host: '127.0.0.1:3001', socket: { remoteAddress: '127.0.0.1' } },
  raw: { httpVersion: '1.1' },
}
const isLocal = (environment: Record<string, string>, changes: Partial<Arrived> = {}) =>
  createLoopbackCheck(readConfig(environment))({ ...local, ...changes })

it('is a request of this machine where only this machine is served', () => {
  expect(isLocal({})).toBe(true)
  expect(isLocal({ PUBLIC_URL: 'http://localhost:8080/datacrane', HOST: '::1' })).toBe(true)
  expect(isLocal({}, { host: '[::1]:3001', ip: '::1', socket: { remoteAddress: '::1' } })).toBe(true)
})

it.each([
  ['PUBLIC_URL', 'https://crane.example.com'],
  ['TRUST_PROXY', '127.0.0.1/32'],
  ['HOST', '0.0.0.0'],
])('is never one where %s says that other people reach the server', (name, value) => {
  expect(isLocal({ [name]: value })).toBe(false)
})

it.each<[string, Partial<Arrived>]>([
  ['another host', { host: 'crane.example.com' }],
  ['another socket', { socket: { remoteAddress: '192.0.2.7' } }],
  ['another address', { ip: '192.0.2.7' }],
  ['HTTP/1.0, as nginx sends by default', { raw: { httpVersion: '1.0' } }],
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'].map(
    (name): [string, Partial<Arrived>] => [name, { headers: { [name]: '127.0.0.1' } }],
  ),
])('is none with %s', (_, changes) => {
  expect(isLocal({}, changes)).toBe(false)
})
