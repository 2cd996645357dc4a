/**
 * A signed-in person proves themselves again, for one call: the password, and a code where a second factor is on (threat T-MFA).
 * Whoever signed in with single sign-on may have no password: the code alone proves them, of the second factor or sent to their email.
 */
import type { Kysely } from 'kysely'
import type { Proofs } from '#contract/auth/mfa.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { SessionCaller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import type { AuthService } from '../sign-in/auth.service.ts'
import { isSsoSession } from '../sso/required.repository.ts'
import { findFactor } from './mfa-factors.repository.ts'
import { codeFault, passwordFault } from './prove-again.ts'
import type { Proof, SecondFactor } from './second-factor.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly secondFactor: Pick<SecondFactor, 'prove' | 'take'>
  readonly isPasswordOf: AuthService['isPasswordOf']
}

const byEmail = { method: 'email', isOn: true, secret: null, lastStep: 0, enabledAt: null } as const

export type StepUp = ReturnType<typeof createStepUp>

export function createStepUp({ db, vault, secondFactor, isPasswordOf }: Deps) {
  return {
    /**
     * The proof is still to be taken; null where the password is enough.
     * @throws `auth/prove-again` with the field that is missing or wrong, `auth/too-many-attempts`, `auth/codes-used-up`
     */
    async prove(caller: SessionCaller, { password, code }: Proofs): Promise<Proof | null> {
      if (password === undefined) {
        if (!(await isSsoSession(db, caller.sessionId))) throw passwordFault('Enter your password.')
        const factor = await findFactor(db, vault, caller)
        return secondFactor.prove(caller, factor?.isOn ? factor : byEmail, code)
      }
      if (!(await isPasswordOf(caller, password))) throw passwordFault('The password is wrong.')
      const factor = await findFactor(db, vault, caller)
      return factor?.isOn ? secondFactor.prove(caller, factor, code) : null
    },

    /** Uses the proof up, in the commit that it is for. @throws `auth/prove-again` where it was used meanwhile. */
    async take(tx: Kysely<Tables>, caller: SessionCaller, proof: Proof | null): Promise<void> {
      if (proof && !(await secondFactor.take(tx, caller, proof))) throw codeFault('This code has already been used.')
    },
  }
}
