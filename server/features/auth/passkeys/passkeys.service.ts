/** The own passkeys: which there are, another one, its name, away with it. Decision 0012. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Proofs } from '#contract/auth/mfa.ts'
import {
  type CreatedCredential,
  type CreationOptions,
  type Passkey,
  passkeyLifetime,
  passkeysMax,
} from '#contract/auth/passkeys.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { passkeyAdded, passkeyRemoved } from '#server/platform/mail/mails.ts'
import type { SessionCaller as Caller } from '#server/platform/security/access.ts'
import { deviceOf } from '#server/platform/security/device.ts'
import type { StepUp } from '../mfa/step-up.ts'
import { notifyOwner } from '../owner-notices.ts'
import { findUser } from '../users.repository.ts'
import { openPasskeyChallenge, takePasskeyChallenge } from './passkey-challenges.repository.ts'
import { addPasskey, listCredentials, listPasskeys, removePasskey, renamePasskey } from './passkeys.repository.ts'
import type { RelyingParty } from './relying-party.ts'

type Deps = { readonly db: Kysely<Tables>; readonly stepUp: StepUp; readonly party: RelyingParty }

export type PasskeysService = ReturnType<typeof createPasskeysService>

export function createPasskeysService({ db, stepUp, party }: Deps) {
  return {
    async list(caller: Caller, userId: string): Promise<{ passkeys: Passkey[] }> {
      checkOwn(caller, userId)
      return { passkeys: await listPasskeys(db, caller) }
    },

    /** @throws `auth/prove-again`, `passkey/too-many` */
    async begin(
      caller: Caller,
      userId: string,
      proofs: Proofs,
    ): Promise<{ challengeId: string; options: CreationOptions; expiresIn: number }> {
      checkOwn(caller, userId)
      const proof = await stepUp.prove(caller, proofs)
      const user = await findUser(db, caller)
      if (!user) throw refusal('user/not-found')
      const known = await listCredentials(db, caller)
      if (known.length >= passkeysMax) throw refusal('passkey/too-many')
      const displayName = `${user.firstName} ${user.lastName}`
      const options = await party.creationFor({ userId, email: user.email, displayName }, known)
      const challengeId = uuid()
      const { companyId } = caller
      await inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        const { challenge } = options
        await openPasskeyChallenge(tx, { id: challengeId, purpose: 'add', challenge, companyId, userId, mfaChallengeId: null })
      })
      return { challengeId, options, expiresIn: passkeyLifetime }
    },

    /** Its first name is that of the browser that it was created in. @throws `passkey/not-added` */
    async add(caller: Caller, userId: string, { challengeId, credential: response, userAgent }: Added): Promise<Passkey> {
      checkOwn(caller, userId)
      const challenge = await takePasskeyChallenge(db, challengeId, ['add'])
      if (challenge?.userId !== userId || challenge.companyId !== caller.companyId) throw refusal('passkey/not-added')
      const created = await party.created(response, challenge.challenge)
      if (!created) throw refusal('passkey/not-added')
      const { credential, credentialBackedUp: isSynced } = created
      const { id: credentialId, publicKey, counter, transports = [] } = credential
      const { companyId } = caller
      return inOneCommit(db, async (tx) => {
        const owned = { companyId, userId, credentialId, publicKey, counter, transports, isSynced }
        const added = await addPasskey(tx, { id: uuid(), name: nameFor(userAgent), ...owned })
        if (!added) throw refusal('passkey/not-added')
        await notifyOwner(tx, caller, passkeyAdded(added.name))
        return added
      })
    },

    /** @throws `passkey/not-found` */
    async rename(caller: Caller, userId: string, id: string, name: string): Promise<Passkey> {
      checkOwn(caller, userId)
      const { companyId } = caller
      const renamed = await renamePasskey(db, { companyId, userId, id, name: name.trim() })
      if (!renamed) throw refusal('passkey/not-found')
      return renamed
    },

    /** @throws `auth/prove-again`, `passkey/not-found` */
    async remove(caller: Caller, userId: string, id: string, proofs: Proofs): Promise<{ success: true }> {
      checkOwn(caller, userId)
      const proof = await stepUp.prove(caller, proofs)
      const { companyId } = caller
      await inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        const name = await removePasskey(tx, { companyId, userId, id })
        if (name === null) throw refusal('passkey/not-found')
        await notifyOwner(tx, caller, passkeyRemoved(name))
      })
      return { success: true }
    },
  }
}

type Added = {
  readonly challengeId: string
  readonly credential: CreatedCredential
  readonly userAgent: string | null
}

function checkOwn({ userId }: Caller, asked: string): void {
  if (asked !== userId) throw refusal('user/not-found')
}

/** Without versions: it is for years. */
function nameFor(userAgent: string | null): string {
  const { browser, device } = deviceOf(userAgent)
  const [program, system] = [browser, device].map((words) => words?.split(' (')[0]?.replace(/ [\d.]+$/, ''))
  return [program, system].filter(Boolean).join(', ').slice(0, 60) || 'Passkey'
}
