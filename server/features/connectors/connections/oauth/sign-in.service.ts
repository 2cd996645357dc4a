/** Signing in to the system of a connection: the departure to the provider, and the return with a code (RFC 6749 section 4.1, RFC 7636). */
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SignedIn, SignInReturn } from '#contract/connections/oauth.ts'
import { oauthCallbackPath } from '#contract/connections/oauth-limits.ts'
import { presetOf } from '#contract/connections/oauth-presets.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { TokenAnswer } from '#server/outbound/tokens/token-endpoint.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { SessionCaller } from '#server/platform/security/access.ts'
import { hashOfToken } from '#server/platform/security/tokens.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import {
  boundOf,
  type KeptTokens,
  moveState,
  readTokens,
  storeSignedIn,
  type WhichConnection,
} from '#server/records/connections/connection-tokens.repository.ts'
import { addressesOf, clientOf } from '#server/records/connections/oauth-client.repository.ts'
import type { Audit } from '../../../kit/audit-trail.ts'
import { tenantScopeOf } from '../../../kit/tenant-scope.ts'
import { findConnection, usesOfConnection, wakeRuns } from '../connections.repository.ts'
import { accountOf } from './account-of.ts'
import { type Attempt, type AttemptContent, addAttempt, holdAttempt, lapse, takeAttempt } from './attempts.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly engine: Pick<Engine, 'askForTokens' | 'wake'>
  readonly publicUrl: string
}

const secretBytes = 32
const said = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)

/** Why no tokens came. Words of the provider are quoted, and sentences of this product are not. */
function refusedBecause(answer: Exclude<TokenAnswer, { kind: 'tokens' }>): string {
  const words = said(answer.said)
  if (words === '') return ''
  return answer.kind === 'failed' || answer.isOurs === true ? ` ${words}` : ` It returned: “${words}”.`
}

export function createSignInService({ db, vault, engine, publicUrl }: Deps) {
  const redirectUri = `${publicUrl}${oauthCallbackPath}`

  /** @throws `connection/not-found`, `connection/not-yours`, `connection/no-sign-in`, `connection/app-secret`, `connection/off` */
  async function own(of: Kysely<Tables>, caller: SessionCaller, id: string) {
    const row = await findConnection(of, tenantScopeOf(caller), id)
    if (row === null) throw refusal('connection/not-found')
    if (caller.role === 'USER' && row.owner_id !== caller.userId) throw refusal('connection/not-yours')
    const kept = await readTokens(of, { companyId: caller.companyId, id })
    if (kept === null || kept.auth.type !== 'oauth2AuthorizationCode') throw refusal('connection/no-sign-in')
    if (kept.state === 'off') throw refusal('connection/off')
    const { app } = kept
    const addresses = app === null ? null : addressesOf(app, kept.url)
    if (app === null || addresses === null) throw refusal('connection/app-secret')
    return { kept, app, addresses, bound: boundOf(app.id, kept.origin) }
  }

  function departure(
    { app, kept, addresses }: Awaited<ReturnType<typeof own>>,
    { state, verifier }: { readonly state: string; readonly verifier: string },
  ): string {
    const { scopes, extra = [] } = kept.auth as { scopes?: string; extra?: readonly { name: string; value: string }[] }
    const url = new URL(addresses.authorizeUrl)
    for (const { name, value } of extra) url.searchParams.set(name, value)
    for (const [name, value] of Object.entries(presetOf(app.provider)?.authorizeParameters ?? {}))
      url.searchParams.set(name, value)
    const wanted = (scopes ?? app.settings.scopes).trim()
    if (wanted !== '') url.searchParams.set('scope', wanted)
    // After what people wrote, so that none of these can be replaced.
    const own = { response_type: 'code', client_id: app.client_id, redirect_uri: redirectUri, state }
    for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value)
    if (app.settings.pkce) {
      url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
      url.searchParams.set('code_challenge_method', 'S256')
    }
    return url.href
  }

  async function exchange(
    { app, kept, bound }: Awaited<ReturnType<typeof own>>,
    { companyId }: SessionCaller,
    { code = '', named = {} }: SignInReturn,
    { verifier }: AttemptContent,
  ): Promise<AttemptContent & Required<Pick<AttemptContent, 'pair'>>> {
    const client = clientOf(vault, app, kept.url)
    if (client === null) throw refusal('connection/app-secret')
    const parameters = {
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      ...(app.settings.pkce ? { code_verifier: verifier } : {}),
    }
    const answer = await engine.askForTokens(client, parameters, { party: companyId, gateway: kept.gateway })
    if (answer.kind !== 'tokens')
      throw refusal('connection/sign-in-refused', {
        message: `The system didn't complete the sign-in.${refusedBecause(answer)} Try again, or ask an administrator to check the app.`,
      })
    const { id, name } = accountOf(presetOf(app.provider)?.account ?? null, answer.members, named)
    const { access, refresh, life } = answer
    return { verifier, bound, accountId: id, account: name, pair: { access, refresh, life } }
  }

  /** Whose the connection was until now, where that is another account. */
  function otherThan(kept: KeptTokens, { accountId }: AttemptContent): string | null {
    const before = kept.tokens
    if (before === null || before.account_id === null) return null
    return accountId == null || accountId === before.account_id ? null : (before.account ?? before.account_id)
  }

  async function store(caller: SessionCaller, attempt: Attempt, content: AttemptContent, audit: Audit): Promise<SignedIn> {
    const which: WhichConnection = { companyId: caller.companyId, id: attempt.id }
    const { pair } = content
    if (pair === undefined) throw refusal('connection/attempt-dead')
    const name = await inOneCommit(db, async (tx) => {
      const { kept, bound } = await own(tx, caller, attempt.id)
      // Its address or app was changed meanwhile: the tokens were not given for that.
      if (bound !== content.bound) throw refusal('connection/attempt-dead')
      const { accountId = null, account = null } = content
      await storeSignedIn(tx, vault, which, pair, { bound, accountId, account })
      const users = (await usesOfConnection(tx, which)).map(({ connectorId }) => connectorId)
      await wakeRuns(tx, caller.companyId, users)
      await audit(tx, { after: { id: attempt.id, name: kept.name, account } })
      return kept.name
    })
    engine.wake()
    return {
      ...{ result: 'signed-in', connectionId: attempt.id, connection: name, returnTo: attempt.returnTo },
      ...{ account: content.account ?? null, before: null },
    }
  }

  return {
    /** The address of the provider. @throws `connection/attempts-open` and what `own` throws */
    async authorize(caller: SessionCaller, id: string, returnTo: string, audit: Audit): Promise<{ url: string }> {
      const [state, verifier] = [randomBytes(secretBytes).toString('base64url'), randomBytes(secretBytes).toString('base64url')]
      return inOneCommit(db, async (tx) => {
        const it = await own(tx, caller, id)
        const which = { companyId: caller.companyId, id }
        const owner = { ...which, personId: caller.userId, sessionId: caller.sessionId }
        const content = { verifier, bound: it.bound }
        if (!(await addAttempt(tx, vault, owner, { hash: hashOfToken(state), content, returnTo })))
          throw refusal('connection/attempts-open')
        await moveState(tx, which, { type: 'person.left' }, 'authorizing')
        await audit(tx, { after: { id, name: it.kept.name } })
        return { url: departure(it, { state, verifier }) }
      })
    },

    /** @throws `connection/attempt-dead`, `connection/sign-in-refused` and what `own` throws */
    async finish(caller: SessionCaller, back: SignInReturn, audit: Audit): Promise<SignedIn> {
      const { companyId, userId: personId, sessionId } = caller
      const hash = hashOfToken(back.state)
      const attempt = await takeAttempt(db, vault, hash, { companyId, personId, sessionId })
      if (attempt === null) throw refusal('connection/attempt-dead')
      const which = { companyId, id: attempt.id }
      try {
        if (back.error !== undefined || (back.code === undefined && attempt.content.pair === undefined))
          throw refusal('connection/sign-in-refused', {
            message:
              back.error === undefined
                ? 'The system returned no sign-in code. Begin the sign-in again under Connections.'
                : `The system refused the sign-in: “${said(back.error)}”. Begin it again under Connections.`,
          })
        const it = await own(db, caller, attempt.id)
        const content = attempt.content.pair ? attempt.content : await exchange(it, caller, back, attempt.content)
        const before = otherThan(it.kept, content)
        if (before === null || back.acceptsOther === true) return await store(caller, attempt, content, audit)
        await holdAttempt(db, vault, hash, companyId, content)
        return {
          ...{ result: 'other', connectionId: attempt.id, connection: it.kept.name, returnTo: attempt.returnTo },
          ...{ account: content.account ?? null, before },
        }
      } catch (thrown) {
        await lapse(db, which)
        throw thrown
      }
    },
  }
}
