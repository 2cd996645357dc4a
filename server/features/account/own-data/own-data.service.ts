/** "Download my data" and "Ask for deletion". `worklist.md` H-5. What takes time is done by `own-data-job.ts`. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { OwnData } from '#contract/account/own-data.ts'
import type { Proofs } from '#contract/auth/mfa.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { SessionCaller as Caller } from '../../../platform/security/access.ts'
import { holdCompany } from '../../auth/companies.repository.ts'
import type { StepUp } from '../../auth/mfa/step-up.ts'
import { notifyOwner } from '../../auth/owner-notices.ts'
import { isLastBreakGlass } from '../../auth/sso/required.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { findZone } from '../../kit/formats.repository.ts'
import { findMember } from '../team.repository.ts'
import { connectorsOf, listHeirs, namesOfKeys } from '../team-belongings.repository.ts'
import { isLastAdministrator } from './anonymized.repository.ts'
import { addDeletion, findContent, findDataFile, findDeletion, moveDeletion, queueDataFile } from './own-data.repository.ts'
import { deletionPlanned, deletionWithdrawn } from './own-data-mails.ts'

type Db = Kysely<Tables>
type Deps = { readonly db: Db; readonly stepUp: StepUp; readonly publicUrl: string }

const unzipped = promisify(gunzip)

export function createOwnDataService({ db, stepUp, publicUrl }: Deps) {
  function checkOwn({ userId }: Caller, asked: string): void {
    if (asked !== userId) throw refusal('user/not-found')
  }

  async function now(of: Db, { companyId, userId }: Caller): Promise<OwnData> {
    const [whose, which] = [
      { companyId, userId },
      { companyId, memberId: userId },
    ]
    const file = await findDataFile(of, whose)
    const deletion = await findDeletion(of, whose)
    return {
      file: file && {
        ...{ status: file.status, requestedAt: file.requestedAt.toISOString(), bytes: file.bytes },
        expiresAt: file.expiresAt?.toISOString() ?? null,
      },
      deletion: deletion && {
        ...{ status: deletion.status, heir: deletion.heir },
        ...{ requestedAt: deletion.requestedAt.toISOString(), dueAt: deletion.dueAt.toISOString() },
      },
      connectors: (await connectorsOf(of, which)).length,
      keys: await namesOfKeys(of, which),
      heirs: await listHeirs(of, which),
      isLastAdministrator: await isLastAdministrator(of, whose),
    }
  }

  return {
    async get(caller: Caller, userId: string): Promise<OwnData> {
      checkOwn(caller, userId)
      return now(db, caller)
    },

    /** @throws `auth/prove-again`, `auth/too-many-attempts`, `ownData/in-progress` */
    async request(caller: Caller, userId: string, proofs: Proofs, audit: Audit): Promise<OwnData> {
      checkOwn(caller, userId)
      const proof = await stepUp.prove(caller, proofs)
      return inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        const { companyId } = caller
        if (!(await queueDataFile(tx, { companyId, userId, id: uuid() }))) throw refusal('ownData/in-progress')
        await audit(tx, { target: { type: 'member', id: userId } })
        return now(tx, caller)
      })
    },

    /** @throws `ownData/not-ready` */
    async download(caller: Caller, userId: string): Promise<string> {
      checkOwn(caller, userId)
      const content = await findContent(db, caller)
      if (content === null) throw refusal('ownData/not-ready')
      return (await unzipped(content)).toString('utf8')
    },

    /** @throws `auth/prove-again`, `deletion/last-administrator`, `sso/last-break-glass`, `deletion/requested`, `deletion/heir-needed` */
    async requestDeletion(
      caller: Caller,
      userId: string,
      { heir = null, ...proofs }: Proofs & { heir?: string | null },
      audit: Audit,
    ): Promise<OwnData> {
      checkOwn(caller, userId)
      const proof = await stepUp.prove(caller, proofs)
      return inOneCommit(db, async (tx) => {
        const { companyId } = caller
        await stepUp.take(tx, caller, proof)
        await holdCompany(tx, companyId)
        if (await isLastAdministrator(tx, caller)) throw refusal('deletion/last-administrator')
        if (await isLastBreakGlass(tx, caller)) throw refusal('sso/last-break-glass')
        const connectors = await connectorsOf(tx, { companyId, memberId: userId })
        const taker = heir === null || heir === userId ? null : await findMember(tx, { companyId, memberId: heir })
        const isTaken = taker?.status === 'active'
        if (heir === null ? connectors.length > 0 : !isTaken) throw refusal('deletion/heir-needed')
        const dueAt = await addDeletion(tx, { companyId, userId, id: uuid(), heir })
        if (dueAt === null) throw refusal('deletion/requested')
        await notifyOwner(tx, caller, deletionPlanned({ dueAt, zone: await findZone(tx, caller), publicUrl }))
        await audit(tx, { target: { type: 'member', id: userId }, after: { dueAt, heir } })
        return now(tx, caller)
      })
    },

    /** @throws `deletion/none` */
    async withdrawDeletion(caller: Caller, userId: string, audit: Audit): Promise<OwnData> {
      checkOwn(caller, userId)
      return inOneCommit(db, async (tx) => {
        if (!(await moveDeletion(tx, caller, 'user.withdrew'))) throw refusal('deletion/none')
        await notifyOwner(tx, caller, deletionWithdrawn)
        await audit(tx, { target: { type: 'member', id: userId } })
        return now(tx, caller)
      })
    },
  }
}
