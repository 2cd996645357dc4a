/** Provisioning as an administrator sets it up: the token, shown once and kept as a hash, and the roles that groups give. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Proofs } from '#contract/auth/mfa.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { GroupRole, NewScimToken, Provisioning } from '#contract/settings/scim/provisioning.ts'
import { scimLimits, scimTokenShown, scimTokenStart } from '#contract/settings/scim/scim-limits.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Access, SessionCaller } from '#server/platform/security/access.ts'
import { keyHash } from '#server/platform/security/api-keys.repository.ts'
import { holdCompany } from '../../auth/companies.repository.ts'
import type { StepUp } from '../../auth/mfa/step-up.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { changeScimGroup, findScimGroup, listScimGroups, listScimMembers } from './scim-groups.repository.ts'
import { countScimPeople } from './scim-people.repository.ts'
import { applyGroupRoles } from './scim-roles.ts'
import { findScimToken, putScimToken, removeScimToken } from './scim-tokens.repository.ts'

type Db = Kysely<Tables>
type Deps = {
  readonly db: Db
  readonly stepUp: StepUp
  readonly access: Pick<Access, 'forgetCompany'>
  /** Of the SCIM service. */
  readonly baseUrl: string
}

const allGroups = { conditions: [], startIndex: 1, count: scimLimits.groupsMax }

export function createProvisioningService({ db, stepUp, access, baseUrl }: Deps) {
  async function now(of: Db, companyId: string): Promise<Provisioning> {
    const token = await findScimToken(of, companyId)
    const { groups } = await listScimGroups(of, companyId, allGroups)
    return {
      baseUrl,
      token: token && {
        ...{ start: token.prefix, createdAt: token.createdAt.toISOString(), createdBy: token.createdBy },
        isCreatorGone: token.isCreatorGone,
        previousUntil: token.previousUntil?.toISOString() ?? null,
        ...{ lastUsedAt: token.lastUsedAt?.toISOString() ?? null, lastUsedFrom: token.lastUsedFrom },
      },
      people: await countScimPeople(of, companyId),
      groups: groups.map(({ id, name, members, role }) => ({ id, name, members, role })),
    }
  }

  /** A person proves themselves again for one change, in its commit. @throws `auth/prove-again`, `auth/too-many-attempts` */
  async function proved<T>(caller: SessionCaller, proofs: Proofs, work: (tx: Db) => Promise<T>): Promise<T> {
    const proof = await stepUp.prove(caller, proofs)
    return inOneCommit(db, async (tx) => {
      await stepUp.take(tx, caller, proof)
      await holdCompany(tx, caller.companyId)
      return work(tx)
    })
  }

  return {
    get: ({ companyId }: SessionCaller): Promise<Provisioning> => now(db, companyId),

    makeToken(caller: SessionCaller, proofs: Proofs, audit: Audit): Promise<NewScimToken> {
      const { companyId, userId } = caller
      const secret = `${scimTokenStart}${randomBytes(32).toString('hex')}`
      const prefix = secret.slice(0, scimTokenShown)
      return proved(caller, proofs, async (tx) => {
        await putScimToken(tx, { companyId, userId, hash: keyHash(secret), prefix }, scimLimits.overlapHours)
        await audit(tx, { target: { type: 'provisioning', id: null }, after: { token: prefix } })
        return { provisioning: await now(tx, companyId), secret }
      })
    },

    /** @throws `provisioning/no-token` */
    revokeToken(caller: SessionCaller, proofs: Proofs, audit: Audit): Promise<Provisioning> {
      const { companyId } = caller
      return proved(caller, proofs, async (tx) => {
        if (!(await removeScimToken(tx, companyId))) throw refusal('provisioning/no-token')
        await audit(tx, { target: { type: 'provisioning', id: null } })
        return now(tx, companyId)
      })
    },

    /** The roles of its members change in the same commit. @throws `provisioning/group-not-found`, `provisioning/last-administrator` */
    async setGroupRole(
      caller: SessionCaller,
      id: string,
      { role, ...proofs }: Proofs & { role: GroupRole },
      audit: Audit,
    ): Promise<Provisioning> {
      const { companyId } = caller
      const done = await proved(caller, proofs, async (tx) => {
        const group = await findScimGroup(tx, companyId, id)
        if (!group) throw refusal('provisioning/group-not-found')
        await changeScimGroup(tx, companyId, id, { role })
        const members = (await listScimMembers(tx, companyId, [id])).map(({ value }) => value)
        const changes = await applyGroupRoles(tx, companyId, members, () => {
          throw refusal('provisioning/last-administrator')
        })
        const after = { name: group.name, role, rolesChanged: changes.length }
        await audit(tx, { target: { type: 'group', id }, before: { role: group.role }, after })
        return now(tx, companyId)
      })
      access.forgetCompany(companyId)
      return done
    },
  }
}
