/** What an identity provider says of a person. Attributes that Datacrane does not keep are left out, as RFC 7643, section 3.3 has it. */
import { Email } from '#contract/kit/schemas.ts'
import { checkExact } from '#server/platform/http/schema-check.ts'
import { invalidValue, notMutable } from './scim-error.ts'
import { booleanOf, externalIdOf, fieldsOf, type Operation, textOf } from './scim-requests.ts'

/** What is not there stays as it is. */
export type UserForm = {
  readonly userName?: string
  readonly externalId?: string | null
  readonly givenName?: string
  readonly familyName?: string
  /** A whole name, for a person who has no other. */
  readonly wholeName?: string
  readonly active?: boolean
}

const nameMax = 100
const fitsEmail = checkExact(Email)
const readOnly = ['id', 'meta', 'schemas', 'groups']

function userNameOf(value: unknown): string {
  const text = textOf(value, 'userName', 254)
  if (fitsEmail(text) !== null) throw invalidValue('userName must be the email address used to sign in.')
  return text
}

type Draft = { -readonly [Name in keyof UserForm]: UserForm[Name] }

/** @param name in lower case. */
function write(form: Draft, name: string, value: unknown): void {
  switch (name) {
    case 'username':
      form.userName = userNameOf(value)
      return
    case 'externalid':
      form.externalId = externalIdOf(value)
      return
    case 'active':
      form.active = booleanOf(value, 'active')
      return
    case 'name':
      for (const [part, text] of Object.entries(fieldsOf(value))) write(form, `name.${part.toLowerCase()}`, text)
      return
    case 'name.givenname':
      form.givenName = textOf(value ?? '', 'name.givenName', nameMax)
      return
    case 'name.familyname':
      form.familyName = textOf(value ?? '', 'name.familyName', nameMax)
      return
    case 'name.formatted':
    case 'displayname':
      form.wholeName = textOf(value ?? '', name, 2 * nameMax)
  }
}

function writeAll(form: Draft, value: unknown): void {
  for (const [name, each] of Object.entries(fieldsOf(value))) {
    write(form, name.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, ''), each)
  }
}

/** Of a POST or PUT. */
export function userFormOf(body: unknown): UserForm {
  const form: Draft = {}
  writeAll(form, body)
  return form
}

/** Of a PATCH. Okta sends an object without a path, Entra ID paths, or an object whose names are paths. */
export function patchedUser(operations: readonly Operation[]): UserForm {
  const form: Draft = {}
  for (const { op, path, value } of operations) {
    if (path === null) {
      writeAll(form, value)
      continue
    }
    if (readOnly.includes(path.name.split('.')[0] ?? '')) throw notMutable(`${path.name} can't be changed.`)
    const isRequired = path.name === 'username' || path.name === 'active'
    if (op === 'remove' && isRequired) throw notMutable(`${path.name} can't be removed.`)
    const removed = path.name === 'name' ? { givenName: '', familyName: '' } : null
    write(form, path.name, op === 'remove' ? removed : value)
  }
  return form
}

type Names = { readonly firstName: string; readonly lastName: string }

function divided(whole: string): Names {
  const at = whole.lastIndexOf(' ')
  if (at < 0) return { firstName: whole.slice(0, nameMax), lastName: '' }
  return { firstName: whole.slice(0, at).slice(0, nameMax), lastName: whole.slice(at + 1).slice(0, nameMax) }
}

/** @param known what the person is called now; null for a new one. A whole name counts only where there is no other. */
export function namesOf({ givenName, familyName, wholeName, userName = '' }: UserForm, known: Names | null): Names {
  if (givenName === undefined && familyName === undefined) return known ?? divided(wholeName || (userName.split('@', 1)[0] ?? ''))
  const names = { firstName: givenName ?? known?.firstName ?? '', lastName: familyName ?? known?.lastName ?? '' }
  return names.firstName === '' && names.lastName === '' ? (known ?? divided(userName.split('@', 1)[0] ?? '')) : names
}
