/** A company proves that an email domain is its own. The name server is on this machine. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { SsoDomain, SsoDomains } from '#contract/auth/sso/sso-domains.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { openTestServer, password, type TestServer, type Who } from '../../kit/test-server.ts'
import { type NameServer, openNameServer } from './name-server.ts'

let names: NameServer
let server: TestServer
beforeAll(async () => {
  names = await openNameServer()
  server = await openTestServer({ dnsServers: [names.address] })
})
afterAll(async () => {
  await server?.close()
  await names?.close()
})
beforeEach(async () => void (await server.database.db.deleteFrom('sso_domains').execute()))

const path = '/api/system-settings/sso/domains'
const add = (domain: string, as: Who = 'adminA', proof: object = { password }) =>
  server.ask('POST', path, { as, body: { domain, ...proof } })
const check = (id: string, as: Who = 'adminA') => server.ask('POST', `${path}/${id}/check`, { as, body: {} })
async function added(domain: string, as: Who = 'adminA'): Promise<SsoDomain> {
  const reply = await add(domain, as)
  const it = reply.json<SsoDomains>().domains.find((each) => each.domain === domain)
  if (!it) throw new Error(reply.body)
  return it
}
const outcomeOf = async (id: string) => {
  await server.database.db.updateTable('sso_domains').set({ checked_at: null }).execute()
  return (await check(id)).json<SsoDomains>().domains.find((it) => it.id === id)?.outcome
}

it('is proved by the token in a TXT record, and only by it', async () => {
  const { id, record } = await added('acme.example')
  expect(record).toMatch(/^datacrane-verification=[\w-]{32}$/)
  expect(await outcomeOf(id)).toBe('no-records')
  names.set('acme.example', 'v=spf1 -all', `${record}x`, 'datacrane-verification=')
  expect(await outcomeOf(id)).toBe('other-records')
  names.set('acme.example', 'v=spf1 -all', record)
  expect(await outcomeOf(id)).toBe('found')
  const [it] = (await server.ask('GET', path, { as: 'adminA' })).json<SsoDomains>().domains
  expect(it?.verifiedAt).not.toBeNull()
  const { rows } = { rows: await server.database.db.selectFrom('audit_events').select('action').execute() }
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['sso.domainAdded', 'sso.domainChecked']))
})

it('belongs to one company: of two that prove it at once one gets it, and a third cannot add it', async () => {
  const mine = await added('two.example')
  const theirs = await added('two.example', 'adminB')
  expect(mine.record).not.toBe(theirs.record)
  names.set('two.example', mine.record, theirs.record)
  const both = await Promise.all([check(mine.id, 'adminA'), check(theirs.id, 'adminB')])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const winner = both[0]?.statusCode === 200 ? 'adminA' : 'adminB'
  const loser = winner === 'adminA' ? 'adminB' : 'adminA'
  const lost = loser === 'adminA' ? mine : theirs
  const left = await server.ask('POST', `${path}/${lost.id}/remove`, { as: loser, body: { password } })
  expect(left.statusCode, left.body).toBe(200)
  expect((await add('two.example', loser)).json<Problem>().code).toBe('sso/domain-taken')
  expect((await check(lost.id, winner)).statusCode, 'of another company').toBe(404)
})

it('is no domain where anybody gets an address, none of another form, and none twice', async () => {
  for (const domain of [
    'gmail.com',
    'GMX.de ',
    'outlook.com.',
    'localhost',
    '127.0.0.1',
    'a..example',
    'user@acme.example',
    '-a.example',
    'constructor',
  ])
    expect((await add(domain)).statusCode, domain).toBe(400)
  await added('twice.example')
  expect((await add(' TWICE.example. ')).json<Problem>().code).toBe('sso/domain-known')
  for (let at = 1; at < 20; at += 1) await added(`d${at}.example`)
  expect((await add('one-more.example')).json<Problem>().code).toBe('sso/domains-full')
})

it('asks whoever adds or removes one to prove themselves again, and nobody to ask the name servers all the time', async () => {
  expect((await add('acme.example', 'adminA', {})).json<Problem>().code).toBe('auth/prove-again')
  expect((await add('acme.example', 'adminA', { password: 'wrong' })).json<Problem>().code).toBe('auth/prove-again')
  const { id } = await added('often.example')
  expect((await server.ask('POST', `${path}/${id}/remove`, { as: 'adminA', body: {} })).statusCode).toBe(403)
  expect((await check(id)).statusCode).toBe(200)
  names.asked.length = 0
  expect((await check(id)).statusCode).toBe(429)
  expect(names.asked).toEqual([])
})
