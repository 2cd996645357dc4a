/** Sign-in by SAML 2.0: two providers are believed in each of the three ways to sign, and each of the mutations of threat T-SSO is refused. */

import * as samlify from 'samlify'
import { setSchemaValidator } from 'samlify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import type { SsoState } from '#contract/auth/sso/sso.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { announceCertificates } from '#server/features/auth/sso/sso-notices.ts'
import { emailOf, openTestServer, type TestServer } from '../../kit/test-server.ts'
import {
  assertionFor,
  encoded,
  idpEntityId,
  idpUrl,
  type Keys,
  newKeys,
  type Request,
  readRequest,
  responseFor,
  type Said,
  saidFor,
  signed,
} from './saml-idp.ts'
import { mutationsOf, reasonOf } from './saml-mutations.ts'
import { type Departed, path, type SsoCompany, ssoCompany } from './sso-company.ts'

let server: TestServer
let a: SsoCompany
let keys: Keys
let others: Keys
beforeAll(async () => {
  server = await openTestServer()
  a = ssoCompany(server)
  ;[keys, others] = [await newKeys(), await newKeys()]
  await setUp()
})
afterAll(() => server?.close())

const email = emailOf('userA')
const saml = () => ({ idpUrl, entityId: idpEntityId, certificate: keys.certificate })
const post = (state: string, response: string, company = a.companyId) =>
  server.ask('POST', `/api/auth/sso/saml/${company}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ SAMLResponse: response, RelayState: state }).toString(),
  })
const whereTo = (reply: Awaited<ReturnType<typeof post>>) => new URL(String(reply.headers.location))
const begin = async () => readRequest((await a.start(email)).json<Departed>().authorizationUrl)
/** What the page does that the browser is sent to. */
const comeBack = (to: URL) => a.finish(Object.fromEntries(to.searchParams))

type Way = 'response' | 'assertion' | 'both'
function honest(request: Request, way: Way = 'assertion', change: Partial<Said> = {}, by = keys): string {
  const said = saidFor(request, change.email ?? email, change)
  const assertion = assertionFor(said, `_a${request.id}`)
  const inner = way === 'response' ? assertion : signed(assertion, `_a${request.id}`, by)
  const response = responseFor(said, inner, `_r${request.id}`)
  return way === 'assertion' ? response : signed(response, `_r${request.id}`, by)
}

/** Its provider, tested and switched on. */
async function setUp(): Promise<void> {
  await a.own('example.test')
  const saved = await a.save({ provider: 'SAML', saml: saml() })
  expect(saved.statusCode, saved.body).toBe(200)
  const request = readRequest((await a.test()).json<Departed>().authorizationUrl)
  const tested = await comeBack(whereTo(await post(request.state, encoded(honest(request)))))
  expect(tested.json(), tested.body).toEqual({ tested: true })
  expect((await a.move('on')).json<SsoState>().status).toBe('optional')
}

it('asks by a signed request, says what the provider has to know, and shows the test', async () => {
  const request = await begin()
  const { serviceProvider, lastTest, certificates } = await a.read()
  expect(request).toMatchObject({ acsUrl: serviceProvider.acsUrl, issuer: serviceProvider.entityId, isSigned: true })
  expect(serviceProvider.certificate).toContain('BEGIN CERTIFICATE')
  expect(certificates).toHaveLength(1)
  expect(lastTest).toMatchObject({ passed: true, decision: `${email} would be signed in as an existing member.` })
  const metadata = (await server.ask('GET', `${path}/metadata`, { as: 'adminA' })).body
  for (const part of [serviceProvider.acsUrl, `entityID="${serviceProvider.entityId}"`, 'X509Certificate'])
    expect(metadata).toContain(part)
  expect(metadata).not.toContain('PRIVATE')
})

it('announces the end of the certificate of the provider to the administrators, once, from 30 days before', async () => {
  const ends = Date.parse((await a.read()).certificates[0]?.validTo ?? '')
  const announced = async (days: number) => {
    const { db } = server.database
    await Promise.all([1, 2].map(() => announceCertificates({ db, publicUrl: 'https://crane.test' }, ends - days * 86_400_000)))
    return db
      .selectFrom('messages')
      .select(['recipient', 'summary'])
      .where('subject', 'like', "Your identity provider's certificate%")
      .execute()
  }
  expect(await announced(31)).toEqual([])
  const told = await announced(29)
  expect(told.map(({ recipient }) => recipient).toSorted()).toEqual([emailOf('adminA'), emailOf('superA')].toSorted())
  expect(told[0]?.summary).toContain(new Date(ends).toISOString().slice(0, 10))
  expect(await announced(1)).toEqual(told)
})

it.each(['response', 'assertion', 'both'] as const)('believes the own provider that signs the %s', async (way) => {
  const request = await begin()
  const reply = await comeBack(whereTo(await post(request.state, encoded(honest(request, way)))))
  expect(reply.json<Session>().user?._id, reply.body).toBe(server.ids.userA)
})

it.each(['response', 'assertion', 'both'] as const)('believes samlify that signs the %s', async (way) => {
  setSchemaValidator({ validate: async () => 'ok' })
  const { serviceProvider } = await a.read()
  const request = await begin()
  const idp = samlify.IdentityProvider({
    ...{ entityID: idpEntityId, privateKey: keys.key, signingCert: keys.certificate, isAssertionEncrypted: false },
    ...{ wantAuthnRequestsSigned: false, requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' },
    singleSignOnService: [{ Binding: samlify.Constants.namespace.binding.post, Location: idpUrl }],
    nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
    loginResponseTemplate: {
      context:
        way === 'response'
          ? responseFor(saidFor(request, email), assertionFor(saidFor(request, email), '{AssertionID}'), '{ID}')
          : responseFor(saidFor(request, email), assertionFor(saidFor(request, email), '{AssertionID}'), '{ID}'),
      attributes: [],
    },
  })
  const sp = samlify.ServiceProvider({
    ...{ entityID: serviceProvider.entityId, wantAssertionsSigned: way !== 'response', wantMessageSigned: way !== 'assertion' },
    assertionConsumerService: [{ Binding: samlify.Constants.namespace.binding.post, Location: serviceProvider.acsUrl }],
  })
  const ids = { ID: `_r${request.id}`, AssertionID: `_a${request.id}` }
  const { context } = await idp.createLoginResponse(
    sp,
    { extract: { request: { id: request.id } } } as never,
    'post',
    { email },
    (template: string) => ({
      id: ids.ID,
      context: samlify.SamlLib.replaceTagsByValue(template, ids),
    }),
  )
  const reply = await comeBack(whereTo(await post(request.state, context)))
  expect(reply.json<Session>().user?._id, `${reply.body} ${server.logged.at(-1)}`).toBe(server.ids.userA)
})

const mutations = mutationsOf({ email, other: emailOf('adminA'), honest, keys: () => keys, others: () => others })

describe('refuses', () => {
  it.each(Object.entries(mutations))('%s', async (name, mutate) => {
    const request = await begin()
    server.logged.length = 0
    const to = whereTo(await post(request.state, encoded(mutate(request))))
    expect(to.pathname).toBe('/oauth-error')
    // By the check that it is about, and not by chance.
    expect(server.logged.join('\n')).toContain(reasonOf(name))
  })

  it('a response that is sent again, an assertion that is used again, and one that nobody asked for', async () => {
    const request = await begin()
    const response = encoded(honest(request))
    const to = whereTo(await post(request.state, response))
    expect(whereTo(await post(request.state, response)).pathname, 'the same request').toBe('/oauth-error')
    expect((await comeBack(to)).statusCode).toBe(200)
    expect((await comeBack(to)).statusCode, 'the same code').toBe(401)
    expect(whereTo(await post('', response)).pathname, 'without a request').toBe('/oauth-error')
    // As if the request were open again, in another process.
    await server.database.db.updateTable('provider_visits').set({ used_at: null }).where('kind', '=', 'state').execute()
    expect(whereTo(await post(request.state, response)).pathname, 'the same assertion').toBe('/oauth-error')
    expect(server.logged.some((line) => line.includes('The assertion was already used.'))).toBe(true)
  })

  it('a response that another browser began, or that is for another company', async () => {
    const [mine, theirs] = [await begin(), await begin()]
    const to = whereTo(await post(mine.state, encoded(honest(mine))))
    const code = to.searchParams.get('code')
    expect((await a.finish({ code, state: theirs.state })).statusCode).toBe(401)
    const again = await begin()
    expect(whereTo(await post(again.state, encoded(honest(again)), server.companies.B)).pathname).toBe('/oauth-error')
  })
})

it('takes two certificates while the provider changes its key, and none that has expired or is too weak', async () => {
  await a.save({ provider: 'SAML', saml: { ...saml(), certificate: `${keys.certificate}\n${others.certificate}` } })
  expect((await a.read()).status, 'certificates change while it is on').toBe('optional')
  for (const by of [keys, others]) {
    const request = await begin()
    expect((await comeBack(whereTo(await post(request.state, encoded(honest(request, 'assertion', {}, by)))))).statusCode).toBe(
      200,
    )
  }
  const wrong = await a.save({ provider: 'SAML', saml: { ...saml(), certificate: 'none' } })
  expect(wrong.json<Problem>().errors?.[0]?.path).toBe('/value/saml/certificate')
})
