/** Multi-factor authentication for all, and sessions: every switch is turned, and its effect seen on every way in. `worklist.md` C-2. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Session } from '#contract/auth/auth.ts'
import { connectorLive } from '#contract/connectors/details/live.graphql.ts'
import { backgroundHeader } from '#contract/kit/web-address.ts'
import type { MfaCoverage, SecuritySettings } from '#contract/settings/security-settings.ts'
import { post, switchOn } from '../auth/mfa/factors.ts'
import { readLive } from '../connectors/live-readers.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
import { makeConnector, password } from '../kit/test-server.ts'
import { bearer, createSecurityServer, defaults, settingsPath } from './security-switches.ts'

const { server, read, run, save, saved, statusOf, ways } = createSecurityServer()

it('begins with the defaults of the specification, for new companies and for those that were there', async () => {
  const { sso, ...others } = (await read('adminB')).securitySettings
  expect(others).toEqual(defaults)
  expect(sso).toEqual({ enabled: false, provider: 'SAML', configuration: { idpUrl: '', entityId: '', certificate: '' } })
  expect((await read('adminB')).revisions.securitySettings).toBe(0)
})

describe('multi-factor authentication for all', () => {
  const mfa = (changes: Partial<SecuritySettings['mfa']>) => ({ mfa: { ...defaults.mfa, enforceForAll: true, ...changes } })

  it('lets people in until the grace period is over, and then lets them set up a factor and nothing else', async () => {
    const { connector } = await makeConnector(server)
    const reader = await readLive(server, 'userA', connectorLive.text, { ids: [connector._id] })
    const { secret } = (await server.ask('POST', '/api-keys', { as: 'adminA', body: keyForm })).json<{ secret: string }>()
    await saved(mfa({ gracePeriodDays: 7 }))
    const { mfaDueAt, stage } = await statusOf(server.sessions.userA)
    expect(stage).toBe('full')
    expect(Date.parse(mfaDueAt ?? '') / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 7, 2)

    await saved(mfa({ gracePeriodDays: 0 }))
    const refused = [403, 'access/mfa-needed']
    expect(await ways('userA')).toEqual([refused, refused, refused, refused])
    expect(await reader.ended).toMatchObject({ code: 'access/mfa-needed' })
    const byKey = await server.ask('GET', '/api-connectors/dashboard-user-query', {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(byKey.statusCode).toBe(200)
    expect((await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'adminB' })).statusCode).toBe(200)
    // A new sign-in changes nothing, setting up a factor does.
    expect((await statusOf(await server.signIn('userA'))).stage).toBe('set-up-mfa')
    await switchOn(server, 'userA', 'email')
    expect((await ways('userA'))[0]).toEqual([200, undefined])
    expect(await statusOf(server.sessions.userA)).toMatchObject({ stage: 'full', mfaDueAt: null })
  })

  it('counts the grace from when it was switched on, or from when a person joined', async () => {
    await saved(mfa({ gracePeriodDays: 7 }))
    await run(sql`update company_settings set value = jsonb_set(value, '{mfa,enforcedSince}', to_jsonb((now() - interval '8 days')::text))
      where section = 'securitySettings'`)
    await run(sql`update users set created_at = now() - interval '6 days' where id = ${server.ids.userA}`)
    await run(
      sql`update users set created_at = now() - interval '90 days', password_changed_at = now() where id = ${server.ids.otherA}`,
    )
    expect((await statusOf(await server.signIn('userA'))).stage).toBe('full')
    expect((await statusOf(await server.signIn('otherA'))).stage).toBe('set-up-mfa')
  })

  it('refuses methods that are not allowed, and asks their owners for another at the next sign-in', async () => {
    await switchOn(server, 'userA', 'email')
    await saved(mfa({ allowedMethods: ['totp'], gracePeriodDays: 90 }))
    const coverage = (await server.ask('GET', '/api/system-settings/factor-coverage', { as: 'adminA' })).json<MfaCoverage>()
    expect(coverage).toMatchObject({ people: 4, withFactor: 1, byMethod: { totp: 0, email: 1, sms: 0 } })
    expect((await statusOf(server.sessions.userA)).stage).toBe('full')
    await run(sql`update company_settings set value = value || jsonb_build_object('mfa', value->'mfa' || jsonb_build_object(
      'methodsSince', now() - interval '1 day', 'enforcedSince', now() - interval '1 day')) where section = 'securitySettings'`)
    await saved(mfa({ allowedMethods: ['totp'], gracePeriodDays: 90 }))
    expect((await statusOf(server.sessions.userA)).stage).toBe('set-up-mfa')
    const other = await post(server, 'otherA', 'mfa/enable', { method: 'email', password })
    expect(other.json()).toMatchObject({ status: 409, code: 'mfa/method-not-allowed' })
    const settings = await server.ask('GET', `/api/users/${server.ids.otherA}/mfa`, { as: 'otherA' })
    expect(settings.json()).toMatchObject({ allowedMethods: ['app'] })
  })
})

describe('sessions', () => {
  const limits = (changes: Partial<SecuritySettings['sessionManagement']>) => ({
    sessionManagement: { ...defaults.sessionManagement, ...changes },
  })
  const age = (column: 'created_at' | 'last_used_at', minutes: number) =>
    run(
      sql`update sessions set ${sql.ref(column)} = now() - ${minutes} * interval '1 minute' where user_id = ${server.ids.otherA}`,
    )
  const isAlive = async (session: Session) =>
    (await server.ask('GET', '/api/users/me', { headers: bearer(session) })).statusCode === 200

  it('end after so many minutes without use, after so many in any case, and one by the other where one is allowed', async () => {
    const session = await server.signIn('otherA')
    await age('last_used_at', 6)
    await saved(limits({ sessionTimeout: 7 }))
    expect(await isAlive(session)).toBe(true)
    await age('last_used_at', 6)
    await saved(limits({ sessionTimeout: 5 }))
    expect(await isAlive(session)).toBe(false)

    const long = await server.signIn('otherA')
    await age('created_at', 31)
    await saved(limits({ maxSessionDuration: 32, sessionTimeout: 32 }))
    expect(await isAlive(long)).toBe(true)
    await saved(limits({ maxSessionDuration: 30, sessionTimeout: 30 }))
    expect(await isAlive(long)).toBe(false)

    const [older, newer] = [await server.signIn('otherA'), await server.signIn('otherA')]
    expect([await isAlive(older), await isAlive(newer)]).toEqual([true, true])
    await saved(limits({ allowMultipleSessions: false }))
    expect([await isAlive(older), await isAlive(newer)]).toEqual([false, true])
  })

  it('are not used by calls of timers and by renewals, and say how long they live', async () => {
    const session = await server.signIn('otherA')
    await age('last_used_at', 50)
    await saved({})
    const background = { [backgroundHeader]: '1' }
    const before = await statusOf(session, background)
    expect(before.idleEndsIn).toBeGreaterThan(9 * 60_000)
    expect(before.idleEndsIn).toBeLessThanOrEqual(10 * 60_000)
    expect(before.endsIn).toBeGreaterThan(479 * 60_000)
    const renewed = (
      await server.ask('POST', '/api/auth/refresh', { body: { refreshToken: session.refreshToken } })
    ).json<Session>()
    expect((await statusOf(renewed, background)).idleEndsIn).toBeLessThanOrEqual(10 * 60_000)
    // The process knows the session from the calls before: a call of the person counts all the same.
    expect((await statusOf(renewed)).idleEndsIn).toBeGreaterThan(59 * 60_000)
    expect((await statusOf(renewed, background)).idleEndsIn).toBeGreaterThan(59 * 60_000)
  })

  it('of whoever saves do not end by it', async () => {
    const older = server.sessions.adminA
    const body = async (changes: Partial<SecuritySettings>) => {
      const { securitySettings, revisions } = await read()
      return {
        securitySettings: { ...securitySettings, ...changes },
        revisions: { securitySettings: revisions.securitySettings },
      }
    }
    await server.signIn('adminA')
    const refused = await server.ask('PUT', settingsPath, {
      headers: bearer(older),
      body: await body(limits({ allowMultipleSessions: false })),
    })
    expect(refused.json()).toMatchObject({ status: 409, code: 'settings/ends-own-session' })
    expect((await save(limits({ sessionTimeout: 500 }))).json()).toMatchObject({
      status: 400,
      errors: [{ path: '/securitySettings/sessionManagement/sessionTimeout' }],
    })
    expect((await read()).securitySettings.sessionManagement).toEqual(defaults.sessionManagement)
  })
})

it('records what was saved, and refuses a save from an older revision', async () => {
  await saved({ mfa: { ...defaults.mfa, gracePeriodDays: 3 } })
  const audit = await server.ask('GET', '/api/audit?limit=1', { as: 'adminA' })
  expect(audit.json()).toMatchObject({
    data: [{ action: 'settings.changed', after: { securitySettings: { mfa: { gracePeriodDays: 3 } } } }],
  })
  const stale = await server.ask('PUT', settingsPath, {
    as: 'adminA',
    body: { securitySettings: defaults, revisions: { securitySettings: 1 } },
  })
  expect(stale.json()).toMatchObject({ status: 409, code: 'settings/stale' })
})
