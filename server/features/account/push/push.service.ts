/** Which browsers a person gets pushes in. */
import type { Kysely } from 'kysely'
import type { PushState, PushSubscription } from '#contract/account/push.ts'
import { refusal } from '#contract/kit/problem.ts'
import { webAddressFault } from '#contract/kit/web-address.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { Vault } from '../../../platform/security/vault.ts'
import { isPoint } from '../../../platform/security/web-push.ts'
import { addSubscription, installationKey, listBrowsers, removeSubscription } from './push.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  /** Whether an address itself says that it may not be called. */
  readonly isClosed: (url: URL) => boolean
}

const browserMax = 200

export function createPushService({ db, vault, isClosed }: Deps) {
  /** @throws `user/not-found` for somebody else. */
  function checkOwn({ userId }: Caller, asked: string): void {
    if (asked !== userId) throw refusal('user/not-found')
  }

  async function state(of: Kysely<Tables>, caller: Caller): Promise<PushState> {
    const { publicKey } = await installationKey(of, vault)
    return { publicKey, browsers: await listBrowsers(of, caller) }
  }

  return {
    state: async (caller: Caller, userId: string): Promise<PushState> => {
      checkOwn(caller, userId)
      return state(db, caller)
    },

    /** @throws `request/malformed` for an address that may not be called, and for a key that is none. */
    async subscribe(caller: Caller, userId: string, it: PushSubscription & { readonly browser: string }): Promise<PushState> {
      checkOwn(caller, userId)
      if (caller.kind !== 'session') throw refusal('auth/token-missing')
      const { endpoint, keys, browser } = it
      const errors = [
        ...(webAddressFault(endpoint) !== null || isClosed(new URL(endpoint))
          ? [{ path: '/endpoint', message: 'must be a public web address' }]
          : []),
        ...(isPoint(keys.p256dh) ? [] : [{ path: '/keys/p256dh', message: 'must be a P-256 public key' }]),
      ]
      if (errors[0]) throw refusal('request/malformed', { errors })
      const whose = { companyId: caller.companyId, userId, sessionId: caller.sessionId }
      const recipient = { endpoint, publicKey: keys.p256dh, auth: keys.auth }
      return inOneCommit(db, async (tx) => {
        await addSubscription(tx, vault, { ...whose, ...recipient, browser: browser.slice(0, browserMax) })
        return state(tx, caller)
      })
    },

    async unsubscribe(caller: Caller, userId: string, endpoint: string): Promise<PushState> {
      checkOwn(caller, userId)
      await removeSubscription(db, caller, endpoint)
      return state(db, caller)
    },
  }
}
