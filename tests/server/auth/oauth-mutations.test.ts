/** Threat T-SSO: an honest provider and somebody in front of it who changes one thing. Each change is refused, and none leaves a session. */
import { exportJWK, exportSPKI, generateKeyPair, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { type Back, both, type Claims, description, raiseStage, token } from '../contract/misled.ts'
import { clientSecret, type Mutation } from './identity-provider.ts'

const stage = raiseStage()
const { comeBack, isRefused, post, sessions, signIn } = stage

const claims = (changes: Claims) => token((honest) => stage.idp.sign({ ...honest, ...changes }))
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1_000)
const weak = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] }
const stranger = () => generateKeyPair('RS256', { extractable: true })

it('lets the honest way through, also where somebody stands between and signs anew', async () => {
  const before = await sessions()
  expect((await signIn()).user?._id).toBe(stage.house.ids.userA)
  stage.idp.mutate(claims({}))
  expect((await signIn()).user?._id).toBe(stage.house.ids.userA)
  stage.idp.mutate(claims({ aud: ['datacrane', 'another'], azp: 'datacrane' }))
  expect((await signIn()).user?._id).toBe(stage.house.ids.userA)
  expect(await sessions()).toBe(before + 3)
})

describe('a token', () => {
  it.each<[name: string, reason: string, () => Mutation]>([
    ['of another issuer', '"iss"', () => claims({ iss: 'https://elsewhere.example' })],
    ['of this issuer with a slash more', '"iss"', () => claims({ iss: `${stage.idp.issuer}/` })],
    ['for another client', '"aud"', () => claims({ aud: 'another' })],
    ['for several clients, nobody named', 'additional untrusted audiences', () => claims({ aud: ['datacrane', 'another'] })],
    ['for several clients, another named', '"azp"', () => claims({ aud: ['datacrane', 'another'], azp: 'another' })],
    ['for this client, another named', 'issued to another application', () => claims({ azp: 'another' })],
    ['with another nonce', '"nonce"', () => claims({ nonce: 'x'.repeat(43) })],
    ['without a nonce', '"nonce"', () => claims({ nonce: undefined })],
    ['that is over', '"exp"', () => claims({ exp: seconds() - 60 })],
    ['that never ends', '"exp"', () => claims({ exp: undefined })],
    ['that ends at a word', '"exp"', () => claims({ exp: 'never' })],
    ['of the future', 'issue time in the future', () => claims({ iat: seconds() + 3_600 })],
    ['that is not good yet', '"nbf"', () => claims({ nbf: seconds() + 3_600 })],
    ['without a subject', '"sub"', () => claims({ sub: undefined })],
    ['with an empty subject', 'The token has no valid subject', () => claims({ sub: '', email: 'a@b.test' })],
    ['whose subject holds a null', 'The token has no valid subject', () => claims({ sub: 'alice\u0000', email: 'a@b.test' })],
    ['whose subject is a number', '"sub"', () => claims({ sub: 7 })],
    ['of somebody else than the user info tells of', '"sub"', () => claims({ sub: 'mallory' })],
    ['that is none', '"id_token"', () => token(() => undefined)],
    ['that is garbage', 'failed to parse JWT Header', () => token(() => 'a.b.c')],
    ['without its signature', 'signature verification failed', () => token((_, honest) => honest.replace(/[^.]+$/, ''))],
    [
      'changed after it was signed',
      'signature verification failed',
      () => token((it, honest) => honest.replace(/\.[^.]+\./, `.${encoded({ ...it, sub: 'bob' })}.`)),
    ],
    [
      'signed by nobody',
      'unsupported JWS',
      () =>
        both(
          description(weak),
          token((it) => `${encoded({ alg: 'none' })}.${encoded(it)}.`),
        ),
    ],
    [
      'signed with the client secret',
      'unsupported JWS',
      () =>
        both(
          description(weak),
          token((it) => stage.idp.sign(it, { alg: 'HS256' }, Buffer.from(clientSecret))),
        ),
    ],
    [
      'signed with the public key as a secret',
      'unsupported JWS',
      () =>
        both(
          description(weak),
          token(async (it) => {
            const pem = await exportSPKI((await importJWK(stage.idp.publicKey, 'RS256', { extractable: true })) as CryptoKey)
            return stage.idp.sign(it, { alg: 'HS256' }, Buffer.from(pem))
          }),
        ),
    ],
    [
      'signed by another key under the same name',
      'signature verification failed',
      () => token(async (it) => stage.idp.sign(it, {}, (await stranger()).privateKey)),
    ],
    [
      'signed by a key that nobody knows',
      'no applicable keys',
      () => token(async (it) => stage.idp.sign(it, { kid: 'new' }, (await stranger()).privateKey)),
    ],
    [
      'that brings its own key',
      'signature verification failed',
      () =>
        token(async (it) => {
          const { publicKey, privateKey } = await stranger()
          return stage.idp.sign(it, { jwk: await exportJWK(publicKey), jku: `${stage.trap.origin}/jwks` }, privateKey)
        }),
    ],
    ['with a condition that nobody understands', '"crit"', () => token((it) => stage.idp.sign(it, { crit: ['b64'], b64: true }))],
  ])('%s', async (_, reason, mutation) => {
    stage.idp.mutate(mutation())
    await isRefused(signIn, reason)
    expect(stage.trap.connections).toBe(0)
  })
})

describe('a return', () => {
  const without = ({ code, state }: Back): Back => ({ code, state })
  it.each<[string, (back: Back) => Back | Promise<Back>]>([
    ['without the issuer', without],
    ['with an empty issuer', (back) => ({ ...back, iss: '' })],
    ['with another issuer', (back) => ({ ...back, iss: 'https://elsewhere.example' })],
    ['with an unknown state', (back) => ({ ...back, state: 'x'.repeat(43) })],
    ['with the state of another way', async (back) => ({ ...back, state: ((await comeBack()) as Back).state })],
    ['with another code', (back) => ({ ...back, code: 'x'.repeat(43) })],
    ['with the code of another way', async (back) => ({ ...back, code: ((await comeBack()) as Back).code })],
  ])('%s', async (_, alter) => {
    await isRefused(() => signIn(alter))
  })

  it('that was made before, and its code on a new way', async () => {
    const used: Back[] = []
    expect(
      await signIn((back) => {
        used.push(back)
        return back
      }),
    ).toHaveProperty('accessToken')
    const [first] = used as [Back]
    await isRefused(async () => (await post('finish', first)).json())
    const answer = await isRefused(() => signIn((back) => ({ ...back, code: first.code })))
    // What the provider said stands first, and nothing that was sent to it comes back.
    expect(answer.message).toBe('grant request is invalid')
    expect(answer.answer).toMatchObject({ status: 400, body: expect.stringContaining('invalid_grant') })
    expect(JSON.stringify(answer)).not.toContain(first.code)
  })

  it('whose verifier is not the one of its start', async () => {
    const verifier = /code_verifier=[^&]+/
    stage.idp.mutate({ asked: (_, body) => body.replace(verifier, `code_verifier=${'x'.repeat(43)}`) })
    await isRefused(signIn)
    stage.idp.mutate({ asked: (_, body) => body.replace(verifier, 'unverified=1') })
    await isRefused(signIn)
  })
})
