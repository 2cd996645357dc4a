/** Provisioning by SCIM 2.0: people and groups as RFC 7644 has them, and in the forms that Okta and Entra ID send. */
import SCIMMY from 'scimmy'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#contract/kit/endpoint.ts'
import type { Provisioning } from '#contract/settings/scim/provisioning.ts'
import { createTestServer, password } from '../kit/test-server.ts'
import { core, createUser, patched, type ScimGroup, type ScimList, type ScimUser, speaker, tokenOf } from './scim-scene.ts'

const server = createTestServer()
const tokens = { A: '', B: '' }
const speak = speaker(server, () => tokens.A)
const speakB = speaker(server, () => tokens.B)
beforeAll(async () => {
  tokens.A = await tokenOf(server, 'A')
  tokens.B = await tokenOf(server, 'B')
})

const rowOf = (id: string) => server.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const roleOf = async (id: string): Promise<Role> => (await rowOf(id)).role
const list = async (filter: string) =>
  (await speak('GET', `/Users?filter=${encodeURIComponent(filter)}`)).json<ScimList<ScimUser>>()

describe('people', () => {
  it('are created, read, and invited to set a password; a second one with the address is a conflict', async () => {
    const made = await createUser(speak, 'bjensen@example.test', {
      externalId: 'e-1',
      emails: [{ value: 'x@example.test' }],
      title: 'Vice President',
    })
    expect(made).toMatchObject({ userName: 'bjensen@example.test', externalId: 'e-1', active: true, groups: [] })
    // The other implementation takes it for a user.
    expect(() => new SCIMMY.Schemas.User(made as never, 'out')).not.toThrow()
    const read = await speak('GET', `/Users/${made.id}`)
    expect(read.json()).toEqual(made)
    expect(read.headers).toMatchObject({ etag: made.meta.version, 'content-type': 'application/scim+json; charset=utf-8' })
    expect((await speak('GET', `/Users/${made.id}`, undefined, { 'if-none-match': made.meta.version })).statusCode).toBe(304)
    expect(await rowOf(made.id)).toMatchObject({
      role: 'USER',
      confirmed: false,
      first_name: 'Barbara',
      company_id: server.companies.A,
    })
    const mail = await server.database.db
      .selectFrom('messages')
      .selectAll()
      .where('recipient', '=', 'bjensen@example.test')
      .executeTakeFirstOrThrow()
    expect(mail.body).toContain('/reset-password?token=')
    const again = await speak('POST', '/Users', { schemas: [`${core}:User`], userName: 'BJensen@example.test' })
    expect(again.json()).toMatchObject({ status: '409', scimType: 'uniqueness' })
    expect((await speak('GET', `/Users/${made.id}`)).json()).toEqual(made)
  })

  it('are found by the filters that providers send, page by page', async () => {
    const made = await createUser(speak, 'filter@example.test', { externalId: 'Filter-1' })
    for (const filter of [
      'userName eq "FILTER@example.test"',
      'externalId eq "Filter-1"',
      'emails[type eq "work"].value eq "filter@example.test"',
      'urn:ietf:params:scim:schemas:core:2.0:User:userName Eq "filter@example.test" and active eq true',
      `id eq "${made.id}"`,
    ]) {
      expect(
        (await list(filter)).Resources.map(({ id }) => id),
        filter,
      ).toEqual([made.id])
    }
    expect(await list('externalId eq "filter-1"')).toMatchObject({ totalResults: 0, Resources: [] })
    const all = (await speak('GET', '/Users')).json<ScimList<ScimUser>>()
    const second = (await speak('GET', '/Users?startIndex=2&count=2')).json<ScimList<ScimUser>>()
    expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 2 })
    expect(second.Resources).toEqual(all.Resources.slice(1, 3))
    expect((await speak('GET', '/Users?count=0')).json()).toMatchObject({ totalResults: all.totalResults, Resources: [] })
    const few = (await speak('GET', '/Users?attributes=userName,name.givenName')).json<ScimList<object>>()
    expect(Object.keys(few.Resources[0] ?? {}).toSorted()).toEqual(['id', 'name', 'schemas', 'userName'])
  })

  it.each([
    'userName co "a"',
    'userName eq "a" or userName eq "b"',
    'not (userName eq "a")',
    'password eq "a"',
    'userName eq "a',
    'userName eq',
    'userName eq "a" and',
    'userName eq "\\x"',
    '('.repeat(400),
    `userName eq "${'a'.repeat(600)}"`,
    "userName eq 'a'; drop table users",
  ])('refuses the filter %s by name', async (filter) => {
    const reply = await speak('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect(reply.json()).toMatchObject({ status: '400', scimType: 'invalidFilter' })
  })

  it.each([
    ['Okta', { op: 'replace', value: { active: false } }],
    ['Entra ID', { op: 'Replace', path: 'active', value: 'False' }],
    ['Entra ID, newer', { op: 'replace', path: 'active', value: false }],
    ['RFC 7644', { op: 'replace', path: `${core}:User:active`, value: false }],
  ])('are deactivated and let in again in the form of %s', async (provider, operation) => {
    const { id } = await createUser(speak, `${provider.replaceAll(/[^a-z0-9]/gi, '')}@example.test`)
    const off = await patched(speak, `/Users/${id}`, operation)
    expect(off.json()).toMatchObject({ id, active: false })
    expect((await rowOf(id)).active).toBe(false)
    expect((await patched(speak, `/Users/${id}`, { op: 'replace', path: 'active', value: true })).json()).toMatchObject({
      active: true,
    })
    expect((await rowOf(id)).active).toBe(true)
  })

  it('change as Okta and Entra ID ask for it, and what is not kept is left out', async () => {
    const { id, meta } = await createUser(speak, 'patched@example.test')
    const entra = await patched(
      speak,
      `/Users/${id}`,
      { op: 'Replace', path: 'name.givenName', value: 'Bo' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'patched@example.test' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Tour' },
      { op: 'Add', value: { externalId: 'p-1', 'name.familyName': 'Li', displayName: 'ignored' } },
    )
    expect(entra.json()).toMatchObject({ name: { givenName: 'Bo', familyName: 'Li' }, externalId: 'p-1', displayName: 'Bo Li' })
    const stale = await speak('PUT', `/Users/${id}`, { userName: 'patched@example.test' }, { 'if-match': meta.version })
    expect(stale.statusCode).toBe(412)
    const put = await speak('PUT', `/Users/${id}`, {
      id: 'x',
      userName: 'Patched@example.test',
      name: { givenName: 'Al' },
      groups: [],
    })
    expect(put.json()).toMatchObject({
      id,
      userName: 'patched@example.test',
      name: { givenName: 'Al', familyName: 'Li' },
      externalId: 'p-1',
    })
    expect((await patched(speak, `/Users/${id}`, { op: 'remove', path: 'externalId' })).json()).not.toHaveProperty('externalId')
  })

  it.each([
    [{ op: 'replace', path: 'userName', value: 'other@example.test' }, 'mutability'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'remove', path: 'active' }, 'mutability'],
    [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
    [{ op: 'replace', path: 'a b', value: 1 }, 'invalidPath'],
    [{ op: 'replace', path: '['.repeat(400), value: 1 }, 'invalidPath'],
    [{ op: 'remove' }, 'invalidPath'],
    [{ op: 'move', path: 'active' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'name.givenName', value: 'x'.repeat(101) }, 'invalidValue'],
    [{ op: 'replace', path: 'name.givenName', value: '\u0000' }, 'invalidSyntax'],
    [{ op: 'replace', value: 'text' }, 'invalidSyntax'],
  ])('are not changed by %j', async (operation, scimType) => {
    const { Resources } = await list('userName eq "usera@example.test"')
    const before = Resources[0]
    const reply = await patched(speak, `/Users/${before?.id}`, operation)
    expect(reply.json()).toMatchObject({ status: '400', scimType })
    expect((await list('userName eq "usera@example.test"')).Resources[0]).toEqual(before)
  })

  it('are gone for the provider once deleted, and the same person when created again', async () => {
    const { id } = await createUser(speak, 'deleted@example.test', { externalId: 'd-1' })
    expect((await speak('DELETE', `/Users/${id}`)).statusCode).toBe(204)
    expect((await speak('GET', `/Users/${id}`)).statusCode).toBe(404)
    expect((await list('externalId eq "d-1"')).totalResults).toBe(0)
    expect(await rowOf(id)).toMatchObject({ active: false, removed_at: null })
    expect(await createUser(speak, 'deleted@example.test')).toMatchObject({ id, active: true })
  })

  it('of another company are neither seen nor touched, and their addresses are refused in the same words', async () => {
    const { id } = await createUser(speakB, 'foreign@b.example.test', { externalId: 'x-1' })
    const group = (await speakB('POST', '/Groups', { displayName: 'Foreign', members: [{ value: id }] })).json<ScimGroup>()
    expect((await list('userName eq "foreign@b.example.test"')).totalResults).toBe(0)
    for (const [method, path, body] of [
      ['GET', `/Users/${id}`],
      ['PUT', `/Users/${id}`, { userName: 'foreign@b.example.test' }],
      ['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active: false } }] }],
      ['DELETE', `/Users/${id}`],
      ['GET', `/Groups/${group.id}`],
      ['PATCH', `/Groups/${group.id}`, { Operations: [{ op: 'remove', path: 'members' }] }],
      ['DELETE', `/Groups/${group.id}`],
    ] as const) {
      expect((await speak(method, path, body)).json(), `${method} ${path}`).toMatchObject({ status: '404' })
    }
    expect(await rowOf(id)).toMatchObject({ active: true, company_id: server.companies.B })
    const [here, there] = await Promise.all(
      ['usera@example.test', 'foreign@b.example.test'].map((userName) => speak('POST', '/Users', { userName })),
    )
    expect([here?.statusCode, there?.statusCode]).toEqual([409, 403])
    const stranger = await speak('POST', '/Groups', { displayName: 'Strangers', members: [{ value: id }] })
    expect(stranger.json()).toMatchObject({ status: '400', scimType: 'invalidValue' })
    expect((await createUser(speak, 'own@example.test', { externalId: 'x-1' })).externalId).toBe('x-1')
  })

  it('are not shut out where nobody would be left to administer the company, nor operators', async () => {
    const refused = await patched(speakB, `/Users/${server.ids.adminB}`, { op: 'replace', value: { active: false } })
    expect(refused.json()).toMatchObject({ status: '403', detail: expect.stringContaining('last administrator') })
    expect((await speakB('DELETE', `/Users/${server.ids.adminB}`)).statusCode).toBe(403)
    expect((await speak('DELETE', `/Users/${server.ids.superA}`)).statusCode).toBe(403)
    expect((await rowOf(server.ids.adminB)).active && (await rowOf(server.ids.superA)).active).toBe(true)
  })
})

describe('groups', () => {
  const setRole = (id: string, role: string | null) =>
    server.ask('PUT', `/api/system-settings/provisioning/groups/${id}`, { as: 'adminA', body: { role, password } })

  it('take and lose members in each form that providers send', async () => {
    const [one, two, three] = await Promise.all(['g1', 'g2', 'g3'].map((name) => createUser(speak, `${name}@example.test`)))
    const made = (await speak('POST', '/Groups', { displayName: 'Tour Guides', members: [{ value: one?.id }] })).json<ScimGroup>()
    expect(() => new SCIMMY.Schemas.Group(made as never, 'out')).not.toThrow()
    const members = async (...operations: object[]) =>
      (await patched(speak, `/Groups/${made.id}`, ...operations)).json<ScimGroup>().members.map(({ value }) => value)
    expect(await members({ op: 'Add', path: 'members', value: [{ value: two?.id }, { value: three?.id }] })).toHaveLength(3)
    expect(await members({ op: 'remove', path: `members[value eq "${two?.id}"]` })).toEqual([one?.id, three?.id].toSorted())
    expect(await members({ op: 'Remove', path: 'members', value: [{ value: one?.id }] })).toEqual([three?.id])
    expect(
      await members({ op: 'replace', value: { id: made.id, displayName: 'Guides', members: [{ value: two?.id }] } }),
    ).toEqual([two?.id])
    expect((await speak('GET', `/Users/${two?.id}`)).json<ScimUser>().groups).toMatchObject([{ value: made.id }])
    const found = await speak(
      'GET',
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent(`displayName eq "guides" and members eq "${two?.id}"`)}`,
    )
    expect(found.json<ScimList<ScimGroup>>()).toMatchObject({ totalResults: 1, Resources: [{ id: made.id }] })
    expect(found.json<ScimList<object>>().Resources[0]).not.toHaveProperty('members')
    expect((await speak('POST', '/Groups', { displayName: 'GUIDES' })).json()).toMatchObject({ scimType: 'uniqueness' })
    const nested = await patched(speak, `/Groups/${made.id}`, {
      op: 'add',
      path: 'members',
      value: [{ value: made.id, type: 'Group' }],
    })
    expect(nested.json()).toMatchObject({ scimType: 'invalidValue' })
    expect((await speak('DELETE', `/Groups/${made.id}`)).statusCode).toBe(204)
    expect((await speak('GET', `/Groups/${made.id}`)).statusCode).toBe(404)
  })

  it('give the role that an administrator set, take only what they gave, and leave operators alone', async () => {
    const { id } = await createUser(speak, 'climber@example.test')
    const members = [{ value: id }, { value: server.ids.superA }, { value: server.ids.adminA }]
    const group = (await speak('POST', '/Groups', { displayName: 'Admins', members })).json<ScimGroup>()
    expect(await roleOf(id)).toBe('USER')
    expect((await setRole(group.id, 'SUPER_ADMIN')).statusCode).toBe(400)
    const set = await setRole(group.id, 'ADMIN')
    expect(set.json<Provisioning>().groups).toContainEqual({ id: group.id, name: 'Admins', members: 3, role: 'ADMIN' })
    expect(await Promise.all([id, server.ids.superA, server.ids.adminA].map(roleOf))).toEqual(['ADMIN', 'SUPER_ADMIN', 'ADMIN'])
    await patched(speak, `/Groups/${group.id}`, { op: 'remove', path: 'members' })
    // Who was an administrator before the group stays one.
    expect(await Promise.all([id, server.ids.superA, server.ids.adminA].map(roleOf))).toEqual(['USER', 'SUPER_ADMIN', 'ADMIN'])
    expect(
      (
        await server.ask('PUT', `/api/system-settings/provisioning/groups/${group.id}`, {
          as: 'adminB',
          body: { role: null, password },
        })
      ).statusCode,
    ).toBe(404)
  })
})
