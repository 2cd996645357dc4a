/** Roles that groups give. A group makes nobody an operator, and no group takes the last administrator away, nor the last one for an emergency. */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { endSessionsOfUser } from '#server/platform/security/sessions.repository.ts'
import { isLastAdministrator } from '../../account/own-data/anonymized.repository.ts'
import { changeMember } from '../../account/team.repository.ts'
import { isLastBreakGlass } from '../../auth/sso/required.repository.ts'
import { keepScimPerson, type RoleByGroups, rolesByGroups } from './scim-people.repository.ts'

export type RoleChange = { readonly userId: string; readonly from: string; readonly to: 'ADMIN' | 'USER' }

/** One group of administrators is enough; whom a group made an administrator is none without it. Null: no group says anything. */
function roleOf({ isAdmin, isUser, isRoleGiven }: RoleByGroups): 'ADMIN' | 'USER' | null {
  if (isAdmin) return 'ADMIN'
  return isUser || isRoleGiven ? 'USER' : null
}

/** In the commit that changes the groups, while the company is held. @param refuse is called for the last administrator, and throws. @throws `sso/last-break-glass` */
export async function applyGroupRoles(
  tx: Kysely<Tables>,
  companyId: string,
  users: readonly string[],
  refuse: () => never,
): Promise<RoleChange[]> {
  const changes: RoleChange[] = []
  const people = await rolesByGroups(tx, companyId, users)
  const wanted = people.map((it) => ({ ...it, to: it.role === 'SUPER_ADMIN' ? null : roleOf(it) }))
  // Those who become administrators first: of two in one change, one may take the place of the other.
  for (const { userId, role, isRoleGiven, isAdmin, to } of wanted.toSorted(
    (one, other) => Number(other.isAdmin) - Number(one.isAdmin),
  )) {
    if (to === null) continue
    if (isRoleGiven !== isAdmin && (role !== to || isRoleGiven))
      await keepScimPerson(tx, { companyId, userId }, { isRoleGiven: isAdmin })
    if (role === to) continue
    if (to === 'USER' && (await isLastAdministrator(tx, { companyId, userId }))) refuse()
    if (to === 'USER' && (await isLastBreakGlass(tx, { companyId, userId }))) throw refusal('sso/last-break-glass')
    await changeMember(tx, { companyId, memberId: userId }, { role: to })
    await endSessionsOfUser(tx, companyId, userId, 'A group from the identity provider changed the role.')
    changes.push({ userId, from: role, to })
  }
  return changes
}
