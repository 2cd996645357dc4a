/** People, as the identity provider of a company creates, changes and deactivates them. The company is that of the token, in each call. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { domainOf } from '#contract/auth/sso/sso-limits.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { lockRecipient } from '#server/platform/mail/recipients.repository.ts'
import type { Access } from '#server/platform/security/access.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { endSessionsOfUser } from '#server/platform/security/sessions.repository.ts'
import { isLastAdministrator } from '../../account/own-data/anonymized.repository.ts'
import { changeMember } from '../../account/team.repository.ts'
import type { AccountLinks } from '../../auth/account-links.ts'
import { companyOfDomain } from '../../auth/sso/domains.repository.ts'
import { isLastBreakGlass } from '../../auth/sso/required.repository.ts'
import { addUser, findAccount } from '../../auth/users.repository.ts'
import { createScimChanges, type ScimCall } from './scim-changes.ts'
import { notFound, notMutable, notUnique, ScimError } from './scim-error.ts'
import { conditionsOf } from './scim-filter.ts'
import { leaveGroups } from './scim-groups.repository.ts'
import {
  findScimPerson,
  freeExternalId,
  isExternalIdTaken,
  keepScimPerson,
  listScimPeople,
  renamePerson,
  type ScimPerson,
} from './scim-people.repository.ts'
import { filterOf, operationsOf, pagingOf, type Query } from './scim-requests.ts'
import { listResponse, type Resource, userResource } from './scim-resources.ts'
import { applyGroupRoles } from './scim-roles.ts'
import { namesOf, patchedUser, type UserForm, userFormOf } from './scim-user-form.ts'

type Db = Kysely<Tables>
export type ScimDeps = {
  readonly db: Db
  readonly access: Pick<Access, 'forgetCompany'>
  readonly links: Pick<AccountLinks, 'provisioned'>
  readonly quotas: { readonly refuseMembers: (tx: Db, companyId: string) => Promise<void> }
  /** Of the SCIM service. */
  readonly baseUrl: string
}

const filtered = ['id', 'username', 'externalid', 'active', 'displayname', 'emails', 'emails.value']
const notInDomain = () =>
  new ScimError(
    403,
    "This email is outside the company's verified domains. Verify the domain in Security Settings, or invite this person.",
  )
const exists = () => notUnique('A user with this userName already exists.')

export const refuseLastAdministrator = (): never => {
  throw new ScimError(403, "This is the company's last administrator. Make someone else an administrator first.")
}

/** @throws ScimError 412 where the resource is another version by now. */
export function checkVersion({ version }: ScimCall, { meta }: Resource): void {
  if (version !== undefined && version !== '*' && !version.split(',').some((each) => each.trim() === meta.version))
    throw new ScimError(412, 'Someone changed this user after you read it. Read the user again.')
}

export function createScimPeopleService({ db, access, links, quotas, baseUrl }: ScimDeps) {
  const { change, record } = createScimChanges({ db, access })
  const shown = (person: ScimPerson) => userResource(baseUrl, person)

  async function found(of: Db, companyId: string, id: string): Promise<ScimPerson> {
    const person = await findScimPerson(of, companyId, id)
    if (!person || person.isDeleted) throw notFound('user')
    return person
  }

  async function takeExternalId(tx: Db, companyId: string, userId: string, externalId: string | null | undefined): Promise<void> {
    if (externalId == null) return
    if (await isExternalIdTaken(tx, { companyId, userId }, externalId))
      throw notUnique('Another user already has this externalId.')
    await freeExternalId(tx, companyId, externalId)
  }

  /** @throws ScimError 403 for operators and for the last administrator */
  async function setActive(tx: Db, call: ScimCall, person: ScimPerson, active: boolean): Promise<void> {
    const { companyId } = call.client
    if (person.active === active) return
    const whose = { companyId, userId: person.id }
    if (!active && (await isLastAdministrator(tx, whose))) refuseLastAdministrator()
    if (!active && (await isLastBreakGlass(tx, whose))) throw new ScimError(403, catalogue['sso/last-break-glass'].message)
    await changeMember(tx, { companyId, memberId: person.id }, { active })
    if (active) {
      await record(tx, call, 'provisioning.userReactivated', { type: 'member', id: person.id }, { active: false }, { active })
      return
    }
    const reason = "The company's identity provider deactivated the account."
    const sessionsEnded = (await endSessionsOfUser(tx, companyId, person.id, reason)).length
    await record(
      tx,
      call,
      'provisioning.userDeactivated',
      { type: 'member', id: person.id },
      { active: true },
      { active, sessionsEnded },
    )
  }

  /** What is said of a person who is there. */
  async function apply(tx: Db, call: ScimCall, person: ScimPerson, form: UserForm): Promise<void> {
    const { companyId } = call.client
    const whose = { companyId, userId: person.id }
    if (person.role === 'SUPER_ADMIN') throw new ScimError(403, "Provisioning can't change operators of this installation.")
    if (form.userName !== undefined && form.userName.toLowerCase() !== person.email.toLowerCase())
      throw notMutable("userName can't be changed. Deactivate this user, then create one with the new email.")
    const names = namesOf(form, person)
    const isRenamed = names.firstName !== person.firstName || names.lastName !== person.lastName
    await takeExternalId(tx, companyId, person.id, form.externalId)
    const { externalId = person.externalId } = form
    await keepScimPerson(tx, whose, { externalId })
    if (isRenamed) await renamePerson(tx, whose, names)
    if (isRenamed || externalId !== person.externalId) {
      const { firstName, lastName } = person
      const before = { firstName, lastName, externalId: person.externalId }
      await record(tx, call, 'provisioning.userChanged', { type: 'member', id: person.id }, before, { ...names, externalId })
    }
    if (form.active !== undefined) await setActive(tx, call, person, form.active)
  }

  /**
   * Members of the company are found whatever their address. Others are created in proved domains only: elsewhere the response is the same whether
   * the address has an account or not, so that a token does not find out who uses this installation.
   * @throws ScimError 403 outside of the domains, 409 where an address of the domains has an account.
   */
  async function add(tx: Db, call: ScimCall, form: UserForm & { userName: string }, passwordHash: string): Promise<string> {
    const { client } = call
    const { companyId } = client
    const { userName: email, externalId = null, active = true } = form
    await lockRecipient(tx, email)
    const known = await findAccount(tx, email)
    const isOurs = known?.companyId === companyId
    if (!isOurs && (await companyOfDomain(tx, domainOf(email))) !== companyId) throw notInDomain()
    if (known) {
      const person = isOurs ? await findScimPerson(tx, companyId, known.userId) : null
      if (!person?.isDeleted) throw exists()
      await keepScimPerson(tx, { companyId, userId: person.id }, { isDeleted: false })
      await apply(tx, call, person, { ...form, active })
      return person.id
    }
    const id = uuid()
    const names = namesOf(form, null)
    await takeExternalId(tx, companyId, id, externalId)
    // Nobody has proved the address: whoever sets a password by the link that is sent there does.
    await addUser(tx, { ...names, id, companyId, email, role: 'USER', passwordHash, confirmed: false })
    if (!active) await changeMember(tx, { companyId, memberId: id }, { active })
    await quotas.refuseMembers(tx, companyId)
    await keepScimPerson(tx, { companyId, userId: id }, { externalId })
    if (active) await links.provisioned(tx, { companyId, userId: id, email }, client.companyName)
    await record(tx, call, 'provisioning.userCreated', { type: 'member', id }, null, { ...names, email, externalId, active })
    return id
  }

  async function changed(call: ScimCall, id: string, formOf: () => UserForm): Promise<Resource> {
    const form = formOf()
    const { companyId } = call.client
    return change(call, async (tx) => {
      const person = await found(tx, companyId, id)
      checkVersion(call, shown(person))
      await apply(tx, call, person, form)
      return shown(await found(tx, companyId, person.id))
    })
  }

  return {
    async list({ client }: ScimCall, query: Query) {
      const filter = filterOf(query)
      const conditions = filter === null ? [] : conditionsOf(filter, filtered)
      const paging = pagingOf(query)
      const { people, total } = await listScimPeople(db, client.companyId, { ...paging, conditions })
      return { page: listResponse([], total, paging.startIndex), resources: people.map(shown) }
    },

    get: async ({ client }: ScimCall, id: string): Promise<Resource> => shown(await found(db, client.companyId, id)),

    async create(call: ScimCall, body: unknown): Promise<Resource> {
      const form = userFormOf(body)
      const { userName } = form
      if (userName === undefined) throw new ScimError(400, 'userName is missing.', 'invalidValue')
      const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
      return change(call, async (tx) => {
        const id = await add(tx, call, { ...form, userName }, passwordHash)
        return shown(await found(tx, call.client.companyId, id))
      })
    },

    replace: (call: ScimCall, id: string, body: unknown) => changed(call, id, () => userFormOf(body)),
    patch: (call: ScimCall, id: string, body: unknown) => changed(call, id, () => patchedUser(operationsOf(body))),

    /** The person is kept, without access, so that what they made stays somebody's; for the provider they are gone. */
    async remove(call: ScimCall, id: string): Promise<void> {
      const { companyId } = call.client
      await change(call, async (tx) => {
        const person = await found(tx, companyId, id)
        checkVersion(call, shown(person))
        await apply(tx, call, person, { active: false })
        await leaveGroups(tx, companyId, person.id)
        for (const { userId, from, to } of await applyGroupRoles(tx, companyId, [person.id], refuseLastAdministrator))
          await record(tx, call, 'provisioning.roleChanged', { type: 'member', id: userId }, { role: from }, { role: to })
        await keepScimPerson(tx, { companyId, userId: person.id }, { isDeleted: true })
      })
    },
  }
}
