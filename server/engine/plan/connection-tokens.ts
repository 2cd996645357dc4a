/**
 * The tokens of connections that people sign in to, as the requests of this process use them. One pair for all processes (decision 0137): whoever gets the
 * row renews it, the others wait for what comes of it, and no pair is used before it is stored.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import { waitsForSignIn } from '#contract/connections/connection.lifecycle.ts'
import { connectionEndedText } from '#contract/connections/connection-ended.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { askForTokens, type TokenAnswer } from '../../outbound/tokens/token-endpoint.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Vault } from '../../platform/security/vault.ts'
import {
  claimRenewal,
  endAccess,
  giveRenewalBack,
  type KeptTokens,
  noteTokenUse,
  openToken,
  readTokens,
  storeRenewed,
  type WhichConnection,
} from '../../records/connections/connection-tokens.repository.ts'
import { clientOf } from '../../records/connections/oauth-client.repository.ts'
import type { Crash } from '../fault-injection.ts'
import { AccessTokenFault } from '../kinds/http/access-token.ts'
import type { TokenSource } from '../kit/token-source.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly outbound: Pick<Outbound, 'request'>
  /** Names this process among those that renew. */
  readonly refresher?: string
  /** Called where a test stops the process. */
  readonly crash?: Crash
}

/** Milliseconds. A process that has not said for so long what came of a renewal is taken for stopped. */
const lease = 30_000
/** That a token endpoint has; shorter than the lease, so that a slow answer is not asked for twice. */
const answerLimit = 20_000
/** Between two looks at what another process renews, and how long that is waited for. */
const lookPause = 200
const patience = 35_000
/** After a renewal without a usable answer. */
const failPause = 5_000
/** How long a token that came of a refusal is not renewed because of another one. */
const quiet = 300_000
/** How long what was read is believed without another look. */
const believed = 30_000
const cachedMax = 10_000

type Cached = {
  token: string
  generation: number
  /** Of `now()`, when it is renewed or read again. */
  until: number
}

type Known = {
  cached: Cached | null
  /** The last generation that the system refused, and since when one that came of that is not renewed again. */
  refused: number
  quietUntil: number
  notedAt: number
  joining: Map<number, Promise<Cached>>
}

export type ConnectionTokens = ReturnType<typeof createConnectionTokens>

const keyOf = ({ companyId, id }: WhichConnection) => `${companyId} ${id}`

/** @param now milliseconds of a clock that never goes back */
export function createConnectionTokens(
  { db, vault, outbound, refresher = newId(), crash = () => {} }: Deps,
  now = () => performance.now(),
) {
  const all = new Map<string, Known>()

  function knownOf(which: WhichConnection): Known {
    const key = keyOf(which)
    const known = all.get(key)
    if (known) return known
    const [oldest] = all.keys()
    if (all.size >= cachedMax && oldest !== undefined) all.delete(oldest)
    const never = Number.NEGATIVE_INFINITY
    const made: Known = { cached: null, refused: 0, quietUntil: never, notedAt: never, joining: new Map() }
    all.set(key, made)
    return made
  }

  /** Throws `connection/not-found`, `connection/moved`, `connection/off` and `connection/ended`. */
  async function read(which: WhichConnection, origin: string | null) {
    const kept = await readTokens(db, which)
    if (kept === null) throw refusal('connection/not-found')
    if (origin !== null && kept.origin !== origin) throw refusal('connection/moved')
    if (kept.state === 'off') throw refusal('connection/off')
    if (kept.tokens === null || waitsForSignIn(kept.state)) throw endedOf(kept.name)
    return { ...kept, tokens: kept.tokens }
  }
  type Kept = Awaited<ReturnType<typeof read>>

  function cachedOf(which: WhichConnection, { tokens, now: then }: Kept): Cached {
    const wait = tokens.renews_at === null ? believed : tokens.renews_at.getTime() - then.getTime()
    const token = openToken(vault, which, 'access', tokens.access)
    return { token, generation: tokens.generation, until: now() + Math.min(believed, wait) }
  }

  const isDue = ({ tokens, now: then }: Kept) => tokens.renews_at !== null && tokens.renews_at <= then
  const isOver = ({ tokens, now: then }: Kept) => tokens.expires_at !== null && tokens.expires_at <= then
  const isBusy = ({ tokens, now: then }: Kept) => tokens.refreshing_until !== null && tokens.refreshing_until > then

  /** Renews the pair as the process that has the right to. @returns what is kept now */
  async function renew(which: WhichConnection, kept: Kept, leftBy: string | null): Promise<void> {
    const { tokens, app, name, gateway } = kept
    const claimed = { generation: tokens.generation, refresher }
    const began = performance.now()
    const client = app === null ? null : clientOf(vault, app, kept.url)
    const answer: TokenAnswer =
      client === null || tokens.refresh === null
        ? {
            kind: 'refused',
            error: 'no_refresh',
            isOurs: true,
            said: client === null ? "The app of this connection can't be used." : 'The system issued no refresh token.',
          }
        : await askForTokens(
            outbound.request,
            client,
            { grant_type: 'refresh_token', refresh_token: openToken(vault, which, 'refresh', tokens.refresh) },
            { party: which.companyId, gateway, signal: AbortSignal.timeout(answerLimit) },
          )
    const took = Math.round(performance.now() - began)
    crash('after-token-answer')
    if (answer.kind === 'tokens') {
      await db.transaction().execute((tx) => storeRenewed(tx, vault, which, claimed, { pair: answer, took }))
      return
    }
    if (answer.kind === 'failed') {
      const { said, isSent, retryAfter = failPause } = answer
      const pause = Math.min(lease, retryAfter)
      await db.transaction().execute((tx) => giveRenewalBack(tx, which, claimed, { said, took, pause, isSent }))
      return
    }
    // Another process may have stored a newer pair meanwhile: then nothing has ended.
    const said = answer.said || answer.error
    const cut = leftBy === null ? '' : ' An earlier renewal was interrupted, so its response may be missing.'
    const why = answer.isOurs === true ? said : `The system returned: “${said}”.`
    const message = `${connectionEndedText(name)} ${why}${cut}`
    await db.transaction().execute((tx) => endAccess(tx, which, tokens.generation, { said: `${said}${cut}`, message }))
  }

  /** A pair that may be used now, after `beyond` where that was refused. Throws `AccessTokenFault` where none comes in time. */
  async function obtain(which: WhichConnection, origin: string | null, beyond: number): Promise<Cached> {
    const end = now() + patience
    for (;;) {
      const kept = await read(which, origin)
      const { tokens } = kept
      const isRefused = tokens.generation <= beyond
      if (!isRefused && !isDue(kept) && !isOver(kept)) return cachedOf(which, kept)
      if (!isBusy(kept)) {
        // What cannot be renewed is used to its end, and then as long as the system takes it.
        if (tokens.refresh === null && !isRefused) return { ...cachedOf(which, kept), until: now() + believed }
        const claim = { generation: tokens.generation, refresher, lease }
        const claimed = await db.transaction().execute((tx) => claimRenewal(tx, which, claim))
        if (claimed !== false) {
          await renew(which, kept, claimed.leftBy)
          const after = await read(which, origin)
          if (after.tokens.generation > tokens.generation) return cachedOf(which, after)
          // The pair was not renewed: what is still good is used.
          if (!isRefused && !isOver(after)) return { ...cachedOf(which, after), until: now() + failPause }
          throw unreachable(after)
        }
      } else if (!isRefused && !isOver(kept)) return { ...cachedOf(which, kept), until: now() + lookPause }
      if (now() > end) throw unreachable(kept)
      await sleep(lookPause)
    }
  }

  /** Requests of this process that need the same pair wait for the same one. */
  function joined(which: WhichConnection, origin: string | null, beyond: number): Promise<Cached> {
    const known = knownOf(which)
    const open = known.joining.get(beyond)
    if (open) return open
    const made = obtain(which, origin, beyond).finally(() => known.joining.delete(beyond))
    known.joining.set(beyond, made)
    return made
  }

  function noteUse(which: WhichConnection, known: Known): void {
    if (now() - known.notedAt < 3_600_000) return
    known.notedAt = now()
    void noteTokenUse(db, which).catch(() => {})
  }

  return {
    /** The tokens of one connection, for requests to the origin that it is bound to. */
    of: (which: WhichConnection, origin: string): TokenSource => ({
      tokenFor: async () => {
        const known = knownOf(which)
        noteUse(which, known)
        const { cached } = known
        if (cached !== null && cached.generation > known.refused && now() < cached.until)
          return { token: cached.token, isNew: false }
        const beyond = known.refused
        const got = await joined(which, origin, beyond)
        if (known.cached === null || got.generation >= known.cached.generation) known.cached = got
        if (beyond > 0 && got.generation === beyond + 1) known.quietUntil = now() + quiet
        return { token: got.token, isNew: cached?.generation !== got.generation }
      },
      forget: (token) => {
        const known = knownOf(which)
        if (known.cached?.token === token && now() >= known.quietUntil)
          known.refused = Math.max(known.refused, known.cached.generation)
      },
      mayRenew: () => now() >= knownOf(which).quietUntil,
      didNotHelp: () => {
        knownOf(which).quietUntil = now() + quiet
      },
    }),

    /** Another process has stored another pair, or the access has ended: what is kept here is read again. */
    heard: (text: string): WhichConnection | null => {
      const [companyId = '', id = ''] = text.split(' ')
      const known = all.get(keyOf({ companyId, id }))
      if (known?.cached) known.cached.until = 0
      return companyId === '' || id === '' ? null : { companyId, id }
    },

    /** Renews a pair that nobody uses, so that the provider does not end it. What goes wrong is written down with it. */
    keepAlive: async (which: WhichConnection & { readonly generation: number }): Promise<void> => {
      try {
        await joined(which, null, which.generation)
      } catch (thrown) {
        if (!(thrown instanceof ProblemError) && !(thrown instanceof AccessTokenFault)) throw thrown
      }
    },
  }
}

const endedOf = (name: string) => refusal('connection/ended', { message: connectionEndedText(name) })

const unreachable = ({ name }: Pick<KeptTokens, 'name'>) =>
  new AccessTokenFault(`Access with the connection "${name}" couldn't be renewed. We will try again.`, true)
