/** What an identity provider says of a group. Members are people; groups in groups are refused. */
import { scimLimits } from '#contract/settings/scim/scim-limits.ts'
import { invalidPath, invalidValue, notMutable, ScimError } from './scim-error.ts'
import { conditionsOf } from './scim-filter.ts'
import { externalIdOf, fieldsOf, type Operation, textOf } from './scim-requests.ts'

/** What is not there stays as it is. */
export type GroupForm = {
  readonly name?: string
  readonly externalId?: string | null
  /** All of them, by the ids of people. */
  readonly members?: readonly string[]
}

const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function memberOf(value: unknown): string {
  const { value: member, type } = fieldsOf(value)
  if (typeof type === 'string' && type.toLowerCase() === 'group')
    throw invalidValue('A group can contain users, but not other groups.')
  if (typeof member !== 'string' || !id.test(member.toLowerCase())) throw invalidValue('Enter the id of a user for each member.')
  return member.toLowerCase()
}

/** Entra ID sends one member as an object, too. */
function membersOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > scimLimits.membersMax)
    throw new ScimError(413, `A group can have at most ${scimLimits.membersMax} members.`, 'tooMany')
  return [...new Set(list.map(memberOf))]
}

function nameOf(value: unknown): string {
  const name = textOf(value, 'displayName', 200)
  if (name === '') throw invalidValue('displayName is empty.')
  return name
}

type Draft = { -readonly [Name in keyof GroupForm]: GroupForm[Name] }

/** Of a POST or PUT. */
export function groupFormOf(body: unknown): GroupForm {
  const form: Draft = {}
  for (const [key, value] of Object.entries(fieldsOf(body))) {
    const name = key.toLowerCase()
    if (name === 'displayname') form.name = nameOf(value)
    else if (name === 'externalid') form.externalId = externalIdOf(value)
    else if (name === 'members') form.members = value === null ? [] : membersOf(value)
  }
  return form
}

function changedMembers(members: readonly string[], { op, path, value }: Operation): readonly string[] {
  if (path?.filter !== null && path?.filter !== undefined) {
    const gone = conditionsOf(path.filter, ['value']).map((it) => String(it.value).toLowerCase())
    if (op !== 'remove') throw invalidPath('A member filter works only with the operation remove.')
    return members.filter((each) => !gone.includes(each))
  }
  if (op === 'replace') return value === null || value === undefined ? [] : membersOf(value)
  if (op === 'add') return [...new Set([...members, ...membersOf(value)])]
  // Older forms of Entra ID name in the value whom they remove.
  if (value === undefined || value === null) return []
  const gone = new Set(membersOf(value))
  return members.filter((each) => !gone.has(each))
}

/** Of a PATCH: members are added and removed one operation after another. */
export function patchedGroup(operations: readonly Operation[], members: readonly string[]): GroupForm {
  const form: Draft = {}
  for (const operation of operations) {
    const { op, path, value } = operation
    const now = form.members ?? members
    if (path === null) {
      const { members: named, ...rest } = groupFormOf(value)
      Object.assign(form, rest)
      if (named !== undefined) form.members = op === 'replace' ? named : [...new Set([...now, ...named])]
    } else if (path.name === 'members') form.members = changedMembers(now, operation)
    else if (['id', 'meta', 'schemas'].includes(path.name)) throw notMutable(`${path.name} can't be changed.`)
    else if (path.name === 'displayname' && op === 'remove') throw notMutable("displayName can't be removed.")
    else if (path.name === 'displayname') form.name = nameOf(value)
    else if (path.name === 'externalid') form.externalId = op === 'remove' ? null : externalIdOf(value)
  }
  return form
}
