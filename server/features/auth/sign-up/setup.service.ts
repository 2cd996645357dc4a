/** The first person of an empty database, who operates the product. `decisions.md` section 7. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Session } from '#contract/auth/auth.ts'
import type { NewOperator } from '#contract/auth/setup.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createAddressLimit } from '#server/platform/http/call-limit.ts'
import { refuseWeakPassword } from '#server/platform/security/new-password.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { addCompany, lockSeeding } from '../companies.repository.ts'
import type { AuthService } from '../sign-in/auth.service.ts'
import type { Origin } from '../sign-in/password-attempts.ts'
import { addUser, usersExist } from '../users.repository.ts'
import { removeSetupTokens } from './installation.repository.ts'
import { isSetupToken } from './setup-token.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly begin: AuthService['begin']
  /** Attempts a minute and address. */
  readonly attemptLimit: number
}

export type SetupService = ReturnType<typeof createSetupService>

export function createSetupService({ db, begin, attemptLimit }: Deps) {
  const admit = createAddressLimit(attemptLimit)
  let isKnownDone = false

  /** Whether there is anybody. Who is there stays, so the database is asked only until then. */
  async function isDone(): Promise<boolean> {
    isKnownDone ||= await usersExist(db)
    return isKnownDone
  }

  return {
    isDone,

    /**
     * The company, its SUPER_ADMIN and a session of theirs. Whoever started the program has the token.
     * @throws `setup/done` when there is anybody: of many at once, one succeeds; `setup/token-wrong`; `password/weak`.
     */
    async setUp(it: NewOperator, origin: Origin, audit: Audit): Promise<Session> {
      const { token, companyName, firstName, lastName, email, password } = it
      admit(origin.ip)
      // Before the costly hash.
      if (await isDone()) throw refusal('setup/done')
      // A set-up that was committed between the two questions has removed the token.
      if (!(await isSetupToken(db, token.trim()))) throw (await isDone()) ? refusal('setup/done') : wrongToken()
      await refuseWeakPassword({ password, email, names: [firstName, lastName, companyName], path: '/password' })
      const passwordHash = await hashPassword(password)
      const companyId = uuid()
      const id = uuid()
      const name = companyName.trim()
      const names = { firstName: firstName.trim(), lastName: lastName.trim() }
      await inOneCommit(db, async (tx) => {
        await lockSeeding(tx)
        if (await usersExist(tx)) throw refusal('setup/done')
        // Another visit may have taken it back, or its time may be over, while the password was hashed.
        if (!(await isSetupToken(tx, token.trim()))) throw wrongToken()
        await removeSetupTokens(tx)
        await addCompany(tx, { id: companyId, name, workspaceName: name })
        await addUser(tx, { ...names, id, companyId, email, role: 'SUPER_ADMIN', passwordHash })
        await audit(tx, { companyId, actor: { kind: 'person', id }, target: { type: 'company', id: companyId } })
      })
      return begin(id, companyId, origin)
    },
  }
}

const wrongToken = () =>
  refusal('setup/token-wrong', { errors: [{ path: '/token', message: "doesn't match the printed token" }] })
