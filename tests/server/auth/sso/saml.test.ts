/** Sign-in by SAML 2.0: two providers are believed in each of the three ways to sign, and each of the mutations of threat T-SSO is refused. */

import * as samlify from 'samlify'
import { setSchemaValidator } from 'samlify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import type { SsoState } from '#contract/auth/sso/sso.ts'
import type { Problem } from '#contract/kit/problem.ts'
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
  sha1,
  signed,
} from './saml-idp.ts'
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
  expect(lastTest).toMatchObject({ passed: true, decision: `Would be signed in as the member ${email}.` })
  const metadata = (await server.ask('GET', `${path}/metadata`, { as: 'adminA' })).body
  for (const part of [serviceProvider.acsUrl, `entityID="${serviceProvider.entityId}"`, 'X509Certificate'])
    expect(metadata).toContain(part)
  expect(metadata).not.toContain('PRIVATE')
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
    messageSigningOrder: 'sign-then-encrypt',
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

const bare = (xml: string) => /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? ''
const without = (xml: string) => xml.replace(bare(xml), '')
/** As of somebody else, under another ID. */
const evilOf = (request: Request) => assertionFor(saidFor(request, emailOf('adminA')), '_evil')
const signedOf = (request: Request) => {
  const said = saidFor(request, email)
  return { said, assertion: signed(assertionFor(said, '_good'), '_good', keys) }
}
/** XML signature wrapping, as numbered by Somorovsky et al., "On Breaking SAML" (2012). */
const wrapping: Record<string, (request: Request) => string> = {
  'XSW1: a forged response around the signed one': (request) => {
    const real = honest(request, 'response')
    const forged = responseFor(saidFor(request, email), evilOf(request), '_evil-response')
    return forged.replace(
      '<samlp:Status>',
      `${bare(real).replace('</ds:Signature>', `<ds:Object>${without(real)}</ds:Object></ds:Signature>`)}<samlp:Status>`,
    )
  },
  'XSW2: the signed response before the signature that is detached': (request) => {
    const real = honest(request, 'response')
    const forged = responseFor(saidFor(request, email), evilOf(request), '_evil-response')
    return forged.replace('<samlp:Status>', `${without(real)}${bare(real)}<samlp:Status>`)
  },
  'XSW3: a forged assertion before the signed one': (request) => {
    const { said, assertion } = signedOf(request)
    return responseFor(said, `${evilOf(request)}${assertion}`)
  },
  'XSW4: the signed assertion inside the forged one': (request) => {
    const { said, assertion } = signedOf(request)
    return responseFor(said, evilOf(request).replace('</saml:Assertion>', `${assertion}</saml:Assertion>`))
  },
  'XSW5: the signature in the forged assertion, the real one at the end': (request) => {
    const { said, assertion } = signedOf(request)
    return responseFor(
      said,
      `${evilOf(request).replace('<saml:Subject>', `${bare(assertion)}<saml:Subject>`)}${without(assertion)}`,
    )
  },
  'XSW6: the real assertion inside the signature of the forged one': (request) => {
    const { said, assertion } = signedOf(request)
    const signature = bare(assertion).replace('</ds:Signature>', `${without(assertion)}</ds:Signature>`)
    return responseFor(said, evilOf(request).replace('<saml:Subject>', `${signature}<saml:Subject>`))
  },
  'XSW7: the signed assertion in extensions': (request) => {
    const { said, assertion } = signedOf(request)
    return responseFor(said, `<samlp:Extensions>${assertion}</samlp:Extensions>${evilOf(request)}`)
  },
  'XSW8: the real assertion in an object of the signature': (request) => {
    const { said, assertion } = signedOf(request)
    const signature = bare(assertion).replace('</ds:Signature>', `<ds:Object>${without(assertion)}</ds:Object></ds:Signature>`)
    return responseFor(said, evilOf(request).replace('<saml:Subject>', `${signature}<saml:Subject>`))
  },
}

const inAssertion = (change: (xml: string) => string) => (request: Request) => change(honest(request))
const saying = (change: Partial<Said>) => (request: Request) => honest(request, 'assertion', change)
const mutations: Record<string, (request: Request) => string> = {
  ...wrapping,
  'a comment in the NameID': inAssertion((xml) => xml.replace('id-of-', 'id-<!---->of-')),
  'a comment in the DigestValue': inAssertion((xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><!--x-->')),
  'an unsigned assertion beside a signed one': (request) => {
    const { said, assertion } = signedOf(request)
    return responseFor(said, `${assertion}${evilOf(request)}`)
  },
  'too old': saying({ to: -120 }),
  'not valid yet': saying({ from: 120 }),
  'SHA-1': (request) =>
    responseFor(saidFor(request, email), signed(assertionFor(saidFor(request, email), '_good'), '_good', keys, sha1)),
  'another audience': saying({ audience: 'https://elsewhere.example' }),
  'another recipient': saying({ recipient: 'https://elsewhere.example' }),
  'another destination': saying({ destination: 'https://elsewhere.example' }),
  'another request': saying({ inResponseTo: '_other' }),
  'another issuer': saying({ issuer: 'https://elsewhere.example' }),
  'no signature': (request) => responseFor(saidFor(request, email), assertionFor(saidFor(request, email))),
  'a document type with an entity': inAssertion((xml) => `<!DOCTYPE r [<!ENTITY x "y">]>${xml}`),
  'the key of somebody else': (request) => honest(request, 'assertion', {}, others),
  'no subject': saying({ nameId: '' }),
  'a subject that changes': saying({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
  'text that was changed after it was signed': inAssertion((xml) => xml.replace(`>${email}<`, `>${emailOf('adminA')}<`)),
  'a provider that refuses': inAssertion((xml) => xml.replace('status:Success', 'status:Requester')),
  'too much': inAssertion((xml) => xml.replace('</samlp:Response>', `${'<x/>'.repeat(3_000)}</samlp:Response>`)),
}

const twice = 'The response does not have exactly one assertion.'
const hidden = 'The response has a document type, a comment or CDATA.'
/** Why each is refused, for the log; of the others that there are two assertions. */
const reasons: Readonly<Record<string, string>> = {
  ...{ 'a comment in the NameID': hidden, 'a comment in the DigestValue': hidden, 'a document type with an entity': hidden },
  'too old': 'No valid subject confirmation found',
  'not valid yet': 'SAML assertion not yet valid',
  'SHA-1': 'rsa-sha1, which is not accepted',
  'another audience': 'SAML assertion audience mismatch',
  'another recipient': '(Recipient)',
  'another destination': '(Destination)',
  'another request': '(InResponseTo)',
  'another issuer': 'The response is of another issuer.',
  'no signature': 'Neither the response nor the assertion is signed.',
  'the key of somebody else': 'Invalid signature',
  'text that was changed after it was signed': 'Invalid signature',
  'no subject': 'does not name the person (NameID)',
  'a subject that changes': 'Set a persistent one at the provider.',
  'a provider that refuses': 'status:Requester',
  'too much': 'The response has too many elements.',
}

describe('refuses', () => {
  it.each(Object.entries(mutations))('%s', async (name, mutate) => {
    const request = await begin()
    server.logged.length = 0
    const to = whereTo(await post(request.state, encoded(mutate(request))))
    expect(to.pathname).toBe('/oauth-error')
    // By the check that it is about, and not by chance.
    expect(server.logged.join('\n')).toContain(reasons[name] ?? twice)
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
    expect(server.logged.some((line) => line.includes('The assertion was used before.'))).toBe(true)
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
