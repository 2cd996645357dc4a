/** The own profile: what is saved, what is refused, the phone number and its code, the photo. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Profile } from '#contract/account/profile.ts'
import type { CompanyLook } from '#contract/settings/company-settings.ts'
import { webp } from '../../unit/platform/pictures.ts'
import { forgetFactors, post, sentTo, switchOn } from '../auth/mfa/factors.ts'
import { createTestServer, emailOf, password, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const pathOf = (who: Who) => `/api/users/${server.ids[who]}/profile`
const read = async (of: Who = 'userA', as: Who = of) => (await server.ask('GET', pathOf(of), { as })).json<Profile>()
async function save(changes: object, of: Who = 'userA', as: Who = of) {
  const { firstName, lastName, phone, jobTitle, timezone, language, revision } = await read(of)
  const body = { firstName, lastName, phone, jobTitle, timezone, language, revision, ...changes }
  return server.ask('PUT', pathOf(of), { as, body })
}
const [first, second] = ['+491701234567', '+442079460958']

async function verify(phone: string) {
  await post(server, 'userA', 'phone/add', { phone, password })
  return post(server, 'userA', 'phone/verify', { phone, code: await sentTo(server, phone) })
}

beforeEach(async () => {
  await forgetFactors(server)
  await sql`update users set phone = null, phone_verified = false, pending_phone = null`.execute(server.database.db)
})

it('is saved as it was typed, without blanks around it, and recorded', async () => {
  const changes = { firstName: ' Mary ', jobTitle: ' Engineer', timezone: 'Asia/Tokyo', language: 'ja' }
  const reply = await save({ ...changes, email: emailOf('userA') })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await read()).toMatchObject({
    ...{ firstName: 'Mary', jobTitle: 'Engineer', timezone: 'Asia/Tokyo', language: 'ja', company: 'Company A' },
    ...{ email: emailOf('userA'), phone: '', phoneVerified: false, avatarUrl: null, revision: 2 },
  })
  const audit = await server.ask('GET', '/api/audit?what=profile.changed', { as: 'adminA' })
  expect(audit.json<{ data: object[] }>().data[0]).toMatchObject({ after: { firstName: 'Mary' } })
})

it('is read by administrators of the company, and saved by its owner alone', async () => {
  expect(await read('userA', 'adminA')).toMatchObject({ email: emailOf('userA') })
  for (const as of ['otherA', 'adminB'] as const) expect(await read('userA', as)).toMatchObject({ status: 404 })
  expect((await save({}, 'userA', 'adminA')).statusCode).toBe(404)
})

it.each([
  ['another email', { email: 'other@example.test' }, 422, 'profile/email-fixed'],
  ['a name of blanks', { firstName: ' ' }, 400, 'request/malformed'],
  ['a zone that is not offered', { timezone: 'Mars/Base' }, 400, 'request/malformed'],
  ['a job title of 101 characters', { jobTitle: 'x'.repeat(101) }, 400, 'request/malformed'],
  ['a number without a country', { phone: '0170 1234567' }, 422, 'profile/phone-malformed'],
  ['five digits', { phone: '12345' }, 422, 'profile/phone-malformed'],
  ['a number that no country has', { phone: '+999123456789' }, 422, 'profile/phone-malformed'],
  ['an older revision', { revision: 0 }, 409, 'profile/stale'],
  ['a role', { role: 'ADMIN' }, 400, 'request/malformed'],
])('refuses %s, and nothing is changed', async (_, changes, status, code) => {
  const before = await read()
  const reply = await save({ firstName: 'Changed', ...changes })
  expect({ status: reply.statusCode, code: reply.json()['code'] }).toEqual({ status, code })
  expect(await read()).toEqual(before)
})

it('keeps a verified number until the code of the new one was right, and shows the new one as unverified', async () => {
  expect((await save({ phone: '+49 170 1234567' })).json()).toMatchObject({ phone: first, phoneVerified: false })
  expect((await verify(first)).json()).toEqual({ success: true })
  expect(await read()).toMatchObject({ phone: first, phoneVerified: true })
  await save({ phone: second })
  expect(await read()).toMatchObject({ phone: second, phoneVerified: false })
  // Codes still go to the number that is proved.
  await server.ask('POST', `/api/users/${server.ids.userA}/mfa/enable`, { as: 'userA', body: { method: 'sms', password } })
  expect(await sentTo(server, first)).toMatch(/^\d{6}$/)
  await verify(second)
  expect(await read()).toMatchObject({ phone: second, phoneVerified: true })
})

it('does not remove the number that sign-in codes go to', async () => {
  await switchOn(server, 'userA', 'sms')
  expect((await save({ phone: '' })).json()).toMatchObject({ status: 409, code: 'profile/phone-in-use' })
  await forgetFactors(server)
  expect((await save({ phone: '' })).json()).toMatchObject({ phone: '', phoneVerified: false })
})

it('a photo is kept as a picture and nothing else', async () => {
  const path = `/api/users/${server.ids.userA}/photo`
  const reply = await server.ask('PUT', path, { as: 'userA', body: { photo: webp } })
  expect(reply.statusCode, reply.body).toBe(200)
  const { avatarUrl } = reply.json<{ avatarUrl: string }>()
  expect(await read()).toMatchObject({ avatarUrl })
  expect(avatarUrl.length).toBeLessThan(webp.length)
  const photoIn = async (as: Who) => (await server.ask('GET', '/api/company', { as })).json<CompanyLook>().photo
  expect([await photoIn('userA'), await photoIn('adminA')]).toEqual([avatarUrl, null])
  const other = await server.ask('PUT', path, { as: 'userA', body: { photo: webp.replace('webp', 'png') } })
  expect(other.json()).toMatchObject({ status: 422, code: 'image/unusable', errors: [{ path: '/photo' }] })
  expect(await read()).toMatchObject({ avatarUrl })
  await server.ask('DELETE', path, { as: 'userA' })
  expect(await read()).toMatchObject({ avatarUrl: null })
})
