/** Switches of the installation: they hold for every company, and one that is out of date changes nothing. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { Installation } from '#contract/admin/installation.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { Maintenance } from '#contract/settings/maintenance.ts'
import { createTestServer, emailOf, type Reply } from '../kit/test-server.ts'

const server = createTestServer()
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
const path = '/api/admin/installation'
const read = async () => (await server.ask('GET', path, { as: 'superA' })).json<Installation>()
async function change(changes: Partial<Installation>) {
  const { isClosedByEnvironment: _, hasNoSandbox: __, madeToday: ___, ...now } = await read()
  return server.ask('PUT', path, { as: 'superA', body: { ...now, ...changes } })
}
const signUp = (email: string) => {
  const names = { firstName: 'F', lastName: 'L', companyName: 'C', productTier: 'Basic', paymentMethodId: null }
  return server.ask('POST', '/api/registration', { body: { ...names, email, password: 'Correct-horse-battery-9' } })
}

it('decides who may sign up', async () => {
  await change({ domains: ['allowed.test'] })
  expect(codeOf(await signUp('a@other.test'))).toBe('registration/domain')
  expect((await signUp('a@Allowed.test')).statusCode).toBe(201)
  await change({ publicSignUp: false })
  expect(codeOf(await signUp('b@allowed.test'))).toBe('registration/closed')
})

it('puts all companies into maintenance: users are kept out with its words, administrators are not', async () => {
  const ask = (as: 'userA' | 'adminB') => server.ask('GET', '/api/billing/usage', { as })
  expect((await change({ maintenance: ' Back at 9 ' })).json()).toMatchObject({ maintenance: 'Back at 9' })
  const kept = await ask('userA')
  expect([codeOf(kept), kept.json<{ message: string }>().message]).toEqual(['maintenance/on', 'Back at 9'])
  expect((await ask('adminB')).statusCode).toBe(200)
  const stale = await server.ask('PUT', path, {
    as: 'superA',
    body: {
      publicSignUp: true,
      domains: [],
      signUpsADay: null,
      sandbox: true,
      approvesPublications: false,
      maintenance: null,
      plannedMaintenance: null,
      revision: 1,
    },
  })
  expect(codeOf(stale)).toBe('installation/stale')
  expect((await read()).maintenance).toBe('Back at 9')
})

it('plans a maintenance of all companies: told a day before, begun by itself, and not ended by what a company switches', async () => {
  const { db } = server.database
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const seen = async () => (await server.ask('GET', '/api/maintenance', { as: 'adminB' })).json<Maintenance>()
  const plannedMaintenance = { from: at(2), until: at(3), message: 'New disks' }
  for (const bad of [
    { from: at(3), until: at(2) },
    { from: at(-3), until: at(-2) },
    { from: at(1), until: at(200) },
  ]) {
    const reply = await change({ maintenance: null, plannedMaintenance: { ...bad, message: '' } })
    expect([codeOf(reply), reply.json<Problem>().errors?.[0]?.path]).toEqual(['request/malformed', '/plannedMaintenance/until'])
  }
  expect((await change({ maintenance: null, plannedMaintenance })).json()).toMatchObject({ plannedMaintenance })
  expect(await seen()).toEqual({ on: false, message: '', planned: { ...plannedMaintenance, isOfInstallation: true } })

  await sql`update installation set window_from = now() - interval '1 minute'`.execute(db)
  const running = { on: true, message: 'New disks', until: plannedMaintenance.until, isOfInstallation: true }
  expect(await seen()).toMatchObject(running)
  const ask = () => server.ask('GET', '/api/billing/usage', { as: 'userA' })
  await expect.poll(async () => (await ask()).json<Problem>().message, { timeout: 7_000 }).toBe('New disks')
  // The switch of the company is its own: it neither hides nor ends that of the operator.
  await server.ask('PUT', '/api/maintenance', { as: 'adminB', body: { on: true, message: 'Ours' } })
  // Nothing says when that of the company ends, so no end is named.
  const both = await seen()
  expect(both).toMatchObject({ on: true, message: 'New disks', isOfInstallation: true })
  expect(both.until).toBeUndefined()
  await change({ plannedMaintenance: null })
  expect(await seen()).toEqual({ on: true, message: 'Ours', planned: null })
  await server.ask('PUT', '/api/maintenance', { as: 'adminB', body: { on: false, message: '' } })
  expect(await seen()).toEqual({ on: false, message: '', planned: null })
})

it('lets so many companies sign up a day, also when they come at once, and tells nobody whether an address is known', async () => {
  const made = (await read()).madeToday
  await change({ publicSignUp: true, domains: [], maintenance: null, signUpsADay: made + 1 })
  const codes = async (emails: readonly string[]) =>
    (await Promise.all(emails.map(signUp))).map((reply) => (reply.statusCode === 201 ? 'made' : codeOf(reply))).sort()
  expect(await codes(['q1@quota.test', 'q2@quota.test', 'q3@quota.test'])).toEqual([
    'made',
    'registration/full',
    'registration/full',
  ])
  expect(await codes(['q4@quota.test', emailOf('adminB')])).toEqual(['registration/full', 'registration/full'])
  expect((await read()).madeToday).toBe(made + 1)
})

it('closes the sandbox', async () => {
  const look = () => server.ask('GET', '/sandbox/shop/orders')
  expect((await look()).statusCode).toBe(200)
  expect((await change({ sandbox: false })).json()).toMatchObject({ sandbox: false, hasNoSandbox: false })
  await expect.poll(async () => (await look()).statusCode, { timeout: 10_000 }).toBe(403)
})
