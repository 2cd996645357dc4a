/** The tokens of a connection, renewed once for all processes, against a real provider that ends a family whose used refresh token comes again. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { createConnectionTokens } from '#server/engine/plan/connection-tokens.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { askForTokens } from '#server/outbound/tokens/token-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { appSecretPlace, boundOf, storeSignedIn } from '#server/records/connections/connection-tokens.repository.ts'
import { byForm } from '../../kit/form.ts'
import { openProvider, type TestProvider } from '../../kit/oauth-provider.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { settleIn, testVault } from '../kit/stage.ts'

const redirectUri = 'http://localhost:3001/oauth/callback'
const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
const verifier = 'a'.repeat(43)

/** A connection that somebody has signed in to. */
async function signedIn({ db }: Pick<Database, 'db'>, idp: TestProvider) {
  const { companyId, userId } = await settleIn({ db } as Database)
  const [id, appId] = [newId(), newId()]
  const origin = idp.issuer
  const settings = {
    ...{ authorizeUrl: `${origin}/auth`, tokenUrl: `${origin}/token`, scopes: 'openid offline_access' },
    ...{ pkce: true, clientProof: 'basic' },
  }
  const sealed = { ...testVault.seal(idp.clientSecret, appSecretPlace(appId, companyId)), last4: '' }
  await sql`insert into oauth_apps (id, company_id, provider, name, client_id, client_secret, settings)
    values (${appId}, ${companyId}, 'own', 'IdP', ${idp.clientId}, ${JSON.stringify(sealed)}, ${JSON.stringify(settings)})`.execute(
    db,
  )
  await sql`insert into connections (id, company_id, name, kind, place, auth, origin, owner_id, visibility, state)
    values (${id}, ${companyId}, 'CRM', 'http', ${JSON.stringify({ url: origin })},
      ${JSON.stringify({ type: 'oauth2AuthorizationCode', appId })}, ${origin}, ${userId}, 'everyone', 'new')`.execute(db)
  const url = new URL(`${origin}/auth`)
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = {
    ...{ response_type: 'code', client_id: idp.clientId, redirect_uri: redirectUri, scope: 'openid offline_access' },
    ...{ prompt: 'consent', state: 'of-the-test-of-tokens', code_challenge, code_challenge_method: 'S256' },
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  const which = { companyId, id }
  async function signIn() {
    const code = (await idp.visit(url.href, 'ops@shop.test')).searchParams.get('code') ?? ''
    const answer = await askForTokens(
      outbound.request,
      { tokenUrl: settings.tokenUrl, clientId: idp.clientId, clientSecret: idp.clientSecret, clientProof: 'basic' },
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
      { party: companyId },
    )
    if (answer.kind !== 'tokens') throw new Error(JSON.stringify(answer))
    await storeSignedIn(db, testVault, which, answer, { bound: boundOf(appId, origin), accountId: 'a', account: 'a' })
  }
  await signIn()
  return { which, origin, signIn }
}

const processOf = ({ db }: Database, name: string, crash?: () => void) =>
  createConnectionTokens({ db, vault: testVault, outbound, refresher: name, ...(crash ? { crash } : {}) })
const rowOf = async ({ db }: Database, id: string) =>
  (
    await sql<{ state: string; generation: number; message: string | null; history: { result: string }[] }>`
      select c.state, t.generation, c.last_check ->> 'message' as message, t.history from connections c
      join connection_tokens t on t.connection_id = c.id where c.id = ${id}`.execute(db)
  ).rows[0]

describeOnEachDatabase('tokens of a connection', (open) => {
  it('are renewed once a generation, however many processes use them, and no refresh token is used twice', async () => {
    const life = 3
    const idp = await openProvider({ redirectUri, life })
    onTestFinished(() => idp.close())
    const { database } = await open()
    const { which, origin } = await signedIn(database, idp)
    const sources = Array.from({ length: 8 }, (_, at) => processOf(database, `process ${at}`).of(which, origin))
    const until = Date.now() + byForm(8_000, 600_000)
    const outcomes = { good: 0, bad: 0 }
    await Promise.all(
      sources.flatMap((source) =>
        Array.from({ length: byForm(3, 50) }, async () => {
          while (Date.now() < until) {
            const { token } = await source.tokenFor()
            const answer = await fetch(`${origin}/api/x`, { headers: { authorization: `Bearer ${token}` } })
            outcomes[answer.status === 200 ? 'good' : 'bad'] += 1
            if (answer.status === 401) source.forget(token)
            await new Promise((resolve) => setTimeout(resolve, 25))
          }
        }),
      ),
    )
    const row = await rowOf(database, which.id)
    const { asked, refused } = idp.renewals()
    expect(refused).toBe(0)
    expect(row).toMatchObject({ state: 'working', generation: asked + 1 })
    expect(asked).toBeGreaterThanOrEqual(2)
    expect(outcomes.good).toBeGreaterThan(50)
  }, 700_000)

  it('that a system refused are renewed once, and not again because of the next refusal', async () => {
    const idp = await openProvider({ redirectUri, life: 3_600 })
    onTestFinished(() => idp.close())
    const { database } = await open()
    const { which, origin } = await signedIn(database, idp)
    const sources = ['a', 'b'].map((name) => processOf(database, name).of(which, origin))
    const first = await Promise.all(sources.map((it) => it.tokenFor()))
    expect(new Set(first.map(({ token }) => token)).size).toBe(1)
    for (const [at, it] of sources.entries()) it.forget(first[at]?.token ?? '')
    const second = await Promise.all(sources.map((it) => it.tokenFor()))
    expect(new Set(second.map(({ token }) => token)).size).toBe(1)
    expect(second[0]?.token).not.toBe(first[0]?.token)
    expect(idp.renewals().asked).toBe(1)
    for (const [at, it] of sources.entries()) {
      expect(it.mayRenew('certain')).toBe(false)
      it.forget(second[at]?.token ?? '')
      expect((await it.tokenFor()).token).toBe(second[0]?.token)
    }
    expect(idp.renewals().asked).toBe(1)
  })

  it('that the provider revoked say so, and come back with the next sign-in', async () => {
    const idp = await openProvider({ redirectUri, life: 3_600 })
    onTestFinished(() => idp.close())
    const { database } = await open()
    const { which, origin, signIn } = await signedIn(database, idp)
    const source = processOf(database, 'a').of(which, origin)
    const { token } = await source.tokenFor()
    await idp.revokeAll()
    source.forget(token)
    await expect(source.tokenFor()).rejects.toMatchObject({ problem: { code: 'connection/ended' } })
    expect(await rowOf(database, which.id)).toMatchObject({
      state: 'ended',
      message: expect.stringContaining('The system returned: “'),
    })
    const asked = idp.renewals().asked
    await expect(processOf(database, 'b').of(which, origin).tokenFor()).rejects.toMatchObject({
      problem: { code: 'connection/ended' },
    })
    expect(idp.renewals().asked).toBe(asked)
    await signIn()
    expect((await source.tokenFor()).token).not.toBe(token)
    expect((await rowOf(database, which.id))?.state).toBe('working')
  })

  it('whose renewal was cut off between the answer and the commit end in words, and never silently', async () => {
    const idp = await openProvider({ redirectUri, life: 3_600 })
    onTestFinished(() => idp.close())
    const { database } = await open()
    const { which, origin } = await signedIn(database, idp)
    const dying = processOf(database, 'dying', () => {
      throw new Error('the process is killed here')
    }).of(which, origin)
    const { token } = await dying.tokenFor()
    dying.forget(token)
    await expect(dying.tokenFor()).rejects.toThrow('the process is killed here')
    await sql`update connection_tokens set refreshing_until = now() - interval '1 second'`.execute(database.db)
    const next = processOf(database, 'next').of(which, origin)
    const got = await next.tokenFor()
    next.forget(got.token)
    await expect(next.tokenFor()).rejects.toMatchObject({ problem: { code: 'connection/ended' } })
    expect((await rowOf(database, which.id))?.message).toContain('An earlier renewal was interrupted')
  })

  it('that cannot be renewed now say so on their connection, in the place of an older success', async () => {
    const idp = await openProvider({ redirectUri, life: 3_600 })
    const { database } = await open()
    const { which, origin } = await signedIn(database, idp)
    const source = processOf(database, 'a').of(which, origin)
    const { token } = await source.tokenFor()
    const check = JSON.stringify({ works: true, message: 'The last request with this connection succeeded.' })
    await sql`update connections set last_check = ${check} where id = ${which.id}`.execute(database.db)
    await idp.close()
    source.forget(token)
    await expect(source.tokenFor()).rejects.toThrow()
    expect(await rowOf(database, which.id)).toMatchObject({
      state: 'failing',
      message: expect.stringContaining("Access couldn't be renewed. The token endpoint"),
    })
  })

  it('are not given for another origin, and not to another company', async () => {
    const idp = await openProvider({ redirectUri, life: 3_600 })
    onTestFinished(() => idp.close())
    const { database } = await open()
    const { which, origin } = await signedIn(database, idp)
    const tokens = processOf(database, 'a')
    await expect(tokens.of(which, 'https://thief.test').tokenFor()).rejects.toMatchObject({
      problem: { code: 'connection/moved' },
    })
    await expect(tokens.of({ ...which, companyId: newId() }, origin).tokenFor()).rejects.toMatchObject({
      problem: { code: 'connection/not-found' },
    })
  })
})
