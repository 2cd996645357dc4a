/** Groups of an identity provider. A group gives its members the role that an administrator has set for it in Security Settings. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { scimLimits } from '#contract/settings/scim/scim-limits.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createScimChanges, type ScimCall } from './scim-changes.ts'
import { invalidValue, notFound, notUnique, ScimError } from './scim-error.ts'
import { conditionsOf } from './scim-filter.ts'
import { type GroupForm, groupFormOf, patchedGroup } from './scim-group-form.ts'
import {
  addScimGroup,
  addScimMembers,
  changeScimGroup,
  countScimGroups,
  findScimGroup,
  isGroupTaken,
  listScimGroups,
  listScimMembers,
  peopleAmong,
  removeScimGroup,
  removeScimMembers,
  type ScimGroupRow,
  type ScimMember,
} from './scim-groups.repository.ts'
import { checkVersion, refuseLastAdministrator, type ScimDeps } from './scim-people.service.ts'
import { filterOf, namesIn, operationsOf, pagingOf, type Query } from './scim-requests.ts'
import { groupResource, listResponse, type Resource } from './scim-resources.ts'
import { applyGroupRoles } from './scim-roles.ts'

type Db = Kysely<Tables>

const filtered = ['id', 'displayname', 'externalid', 'members']
/** Members that one page of groups shows: with more it has fewer groups. */
const shownMembersMax = 20_000

/** Groups until they have as many members as a page shows; one at least. */
function fitting(groups: readonly ScimGroupRow[]): ScimGroupRow[] {
  let members = 0
  return groups.filter((group, at) => {
    members += group.members
    return at === 0 || members <= shownMembersMax
  })
}

export function createScimGroupsService({ db, access, baseUrl }: Pick<ScimDeps, 'db' | 'access' | 'baseUrl'>) {
  const { change, record } = createScimChanges({ db, access })

  async function found(of: Db, companyId: string, id: string): Promise<ScimGroupRow> {
    const group = await findScimGroup(of, companyId, id)
    if (!group) throw notFound('group')
    return group
  }
  async function shown(of: Db, companyId: string, id: string): Promise<Resource> {
    const group = await found(of, companyId, id)
    return groupResource(baseUrl, group, await listScimMembers(of, companyId, [group.id]))
  }

  async function giveRoles(tx: Db, call: ScimCall, users: readonly string[]): Promise<void> {
    for (const { userId, from, to } of await applyGroupRoles(tx, call.client.companyId, users, refuseLastAdministrator))
      await record(tx, call, 'provisioning.roleChanged', { type: 'member', id: userId }, { role: from }, { role: to })
  }

  /** What becomes of the members of a group: they are read once, and only those who differ are written. */
  async function putMembers(tx: Db, companyId: string, id: string, before: readonly ScimMember[], after: readonly string[]) {
    const [had, has] = [new Set(before.map(({ value }) => value)), new Set(after)]
    const added = after.filter((each) => !had.has(each))
    const removed = before.flatMap(({ value }) => (has.has(value) ? [] : [value]))
    if (after.length > scimLimits.membersMax)
      throw new ScimError(413, `A group can have at most ${scimLimits.membersMax} members.`, 'tooMany')
    const joining = await peopleAmong(tx, companyId, id, added)
    const known = new Set(joining.map(({ value }) => value))
    const stranger = added.find((each) => !known.has(each))
    if (stranger !== undefined) throw invalidValue(`No user has the id ${stranger}.`)
    await addScimMembers(tx, companyId, id, added)
    await removeScimMembers(tx, companyId, id, removed)
    const members = [...before.filter(({ value }) => has.has(value)), ...joining]
    return { added, removed, members: members.toSorted((one, other) => (one.value < other.value ? -1 : 1)) }
  }

  async function refuseTaken(tx: Db, companyId: string, id: string, form: GroupForm): Promise<void> {
    if (await isGroupTaken(tx, companyId, id, form))
      throw notUnique('A group with this displayName or externalId already exists.')
  }

  async function changed(call: ScimCall, id: string, formOf: (members: readonly string[]) => GroupForm): Promise<Resource> {
    const { companyId } = call.client
    return change(call, async (tx) => {
      const group = await found(tx, companyId, id)
      const before = await listScimMembers(tx, companyId, [group.id])
      if (call.version !== undefined) checkVersion(call, groupResource(baseUrl, group, before))
      const ids = before.map(({ value }) => value)
      const form = formOf(ids)
      await refuseTaken(tx, companyId, group.id, form)
      const { added, removed, members } = await putMembers(tx, companyId, group.id, before, form.members ?? ids)
      const { name = group.name, externalId = group.externalId } = form
      const isSame = name === group.name && externalId === group.externalId && added.length === 0 && removed.length === 0
      if (!isSame) {
        await changeScimGroup(tx, companyId, group.id, { name, externalId })
        const after = { name, externalId, membersAdded: added.slice(0, 50), membersRemoved: removed.slice(0, 50) }
        await record(tx, call, 'provisioning.groupChanged', { type: 'group', id: group.id }, null, after)
        await giveRoles(tx, call, [...added, ...removed])
      }
      return groupResource(baseUrl, await found(tx, companyId, group.id), members)
    })
  }

  return {
    async list({ client }: ScimCall, query: Query) {
      const filter = filterOf(query)
      const conditions = filter === null ? [] : conditionsOf(filter, filtered)
      const paging = pagingOf(query)
      const { groups, total } = await listScimGroups(db, client.companyId, { ...paging, conditions })
      const hasMembers = !namesIn(query['excludedAttributes']).includes('members')
      const page = hasMembers ? fitting(groups) : groups
      const ids = page.map(({ id }) => id)
      const members = hasMembers ? Map.groupBy(await listScimMembers(db, client.companyId, ids), ({ groupId }) => groupId) : null
      const resources = page.map((group) => groupResource(baseUrl, group, members && (members.get(group.id) ?? [])))
      return { page: listResponse([], total, paging.startIndex), resources }
    },

    get: ({ client }: ScimCall, id: string): Promise<Resource> => shown(db, client.companyId, id),

    async create(call: ScimCall, body: unknown): Promise<Resource> {
      const form = groupFormOf(body)
      const { name, externalId = null, members = [] } = form
      if (name === undefined) throw invalidValue('displayName is missing.')
      const { companyId } = call.client
      return change(call, async (tx) => {
        const id = uuid()
        await refuseTaken(tx, companyId, id, form)
        if ((await countScimGroups(tx, companyId)) >= scimLimits.groupsMax)
          throw new ScimError(403, `A company can have at most ${scimLimits.groupsMax} groups.`)
        await addScimGroup(tx, companyId, id, name, externalId)
        const all = await putMembers(tx, companyId, id, [], members)
        await record(tx, call, 'provisioning.groupCreated', { type: 'group', id }, null, {
          name,
          externalId,
          members: members.length,
        })
        return groupResource(baseUrl, await found(tx, companyId, id), all.members)
      })
    },

    replace: (call: ScimCall, id: string, body: unknown) => {
      const form = groupFormOf(body)
      return changed(call, id, () => ({ ...form, members: form.members ?? [] }))
    },
    patch: (call: ScimCall, id: string, body: unknown) => {
      const operations = operationsOf(body)
      return changed(call, id, (members) => patchedGroup(operations, members))
    },

    async remove(call: ScimCall, id: string): Promise<void> {
      const { companyId } = call.client
      await change(call, async (tx) => {
        const group = await found(tx, companyId, id)
        const members = await listScimMembers(tx, companyId, [group.id])
        if (call.version !== undefined) checkVersion(call, groupResource(baseUrl, group, members))
        await removeScimGroup(tx, companyId, group.id)
        await record(tx, call, 'provisioning.groupDeleted', { type: 'group', id: group.id }, { name: group.name }, null)
        await giveRoles(
          tx,
          call,
          members.map(({ value }) => value),
        )
      })
    },
  }
}
