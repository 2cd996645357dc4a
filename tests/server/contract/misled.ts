/** A house that signs in with a provider, and somebody in front of the provider who may change one thing. */
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { addIdentity } from '#server/features/auth/sign-in/identities.repository.ts'
import { type Idp, type Mutation, openIdp, openTrap, type Said } from '../auth/identity-provider.ts'
import { rebuild } from '../kit/rebuilt.ts'
import { openTestServer, type TestServer } from '../kit/test-server.ts'

export type Back = { code: string; state: string; iss?: string }
export type Claims = Record<string, unknown>
type Answer = Partial<Problem & Session>

type Stage = { idp: Idp; house: TestServer; trap: Awaited<ReturnType<typeof openTrap>>; app: FastifyInstance }

/** One stage for all tests of a file; before each of them the app is a new process, which has not asked the provider what it is. */
export function raiseStage() {
  const stage = {} as Stage
  beforeAll(async () => {
    stage.idp = await openIdp()
    stage.trap = await openTrap()
    stage.house = await openTestServer({ oidc: stage.idp.settings })
    const { database, companies, ids } = stage.house
    const whose = { companyId: companies.A, userId: ids.userA, provider: 'oidc' }
    await addIdentity(database.db, { ...whose, issuer: stage.idp.issuer, subject: 'alice' })
  })
  beforeEach(async () => {
    stage.app = await rebuild(stage.house, { oidc: stage.idp.settings })
  })
  afterEach(async () => {
    stage.idp.mutate({})
    await stage.app.close()
  })
  afterAll(async () => {
    await stage.house?.close()
    await stage.trap?.close()
    await stage.idp?.close()
  })

  const post = (path: string, payload: object) => stage.app.inject({ method: 'POST', url: `/api/auth/oauth/${path}`, payload })

  /** To the provider as Alice, and what the browser brings back; or why the way did not begin. */
  async function comeBack(): Promise<Back | Problem> {
    const started = await post('start', { provider: 'oidc' })
    if (started.statusCode !== 200) return started.json<Problem>()
    const { authorizationUrl } = started.json<{ authorizationUrl: string }>()
    return Object.fromEntries((await stage.idp.visit(authorizationUrl, 'alice')).searchParams) as Back
  }

  /** The whole way; what the page gets at its end. */
  async function signIn(alter: (back: Back) => Back | Promise<Back> = (back) => back): Promise<Answer> {
    const back = await comeBack()
    return 'iss' in back ? (await post('finish', await alter(back))).json() : (back as Problem)
  }

  const sessions = async () =>
    (await stage.house.database.db.selectFrom('sessions').select('id').where('user_id', '=', stage.house.ids.userA).execute())
      .length

  /** Refused at whatever step, for this reason; nothing is left behind, and nothing is told of how we ask. */
  async function isRefused(run: () => Promise<Answer>, reason?: string): Promise<Answer> {
    const before = await sessions()
    stage.house.logged.length = 0
    const answer = await run()
    const reasons = stage.house.logged.map((line) => String(JSON.parse(line).reason ?? ''))
    if (reason !== undefined) expect(reasons.join('\n')).toContain(reason)
    expect(answer).toMatchObject({ code: 'oauth/failed', status: 401, title: 'Authentication Failed' })
    expect(await sessions()).toBe(before)
    expect(JSON.stringify(answer)).not.toMatch(/openid|oauth4|undici|jwt|claim|eyJ|127\.0\.0\.1|node:/i)
    return answer
  }

  return Object.assign(stage, { post, comeBack, signIn, sessions, isRefused })
}

export const json = (status: number, body: unknown): Said => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Changes the answers of one path. */
export const at = (wanted: string, change: (said: Said) => Said | Promise<Said>): Mutation => ({
  said: (path, said) => (path === wanted ? change(said) : said),
})

/** The provider describes itself otherwise. */
export const description = (changes: Claims): Mutation =>
  at('/.well-known/openid-configuration', (said) => json(200, { ...JSON.parse(said.body), ...changes }))

/** Another ID token, made of the honest one. */
export const token = (make: (claims: Claims, honest: string) => string | undefined | Promise<string | undefined>): Mutation =>
  at('/token', async (said) => {
    const body = JSON.parse(said.body)
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString())
    return json(200, { ...body, id_token: await make(claims, body.id_token) })
  })

export const both = (one: Mutation, other: Mutation): Mutation => ({
  said: async (path, said) => {
    const first = (await one.said?.(path, said)) ?? said
    return (await other.said?.(path, first)) ?? first
  },
})
