/** Resources as an identity provider reads them (RFC 7643): what Datacrane keeps, and nothing else. */
import { createHash } from 'node:crypto'
import { scimLimits, scimPath } from '#contract/settings/scim/scim-limits.ts'
import type { ScimGroupRow, ScimMember } from './scim-groups.repository.ts'
import type { ScimPerson } from './scim-people.repository.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const schemaIds = { User: `${core}:User`, Group: `${core}:Group` } as const
type Kind = keyof typeof schemaIds

export type Resource = Readonly<Record<string, unknown>> & {
  readonly meta: { readonly version: string; readonly location: string }
}

/** The version is a hash of what is shown: what looks the same is the same. */
function resource(baseUrl: string, kind: Kind, it: { id: string; createdAt: Date; updatedAt: Date }, fields: object): Resource {
  const version = `W/"${createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16)}"`
  return {
    ...{ schemas: [schemaIds[kind]], id: it.id, ...fields },
    meta: {
      ...{ resourceType: kind, created: it.createdAt.toISOString(), lastModified: it.updatedAt.toISOString() },
      ...{ version, location: `${baseUrl}/${kind}s/${it.id}` },
    },
  }
}

export function userResource(baseUrl: string, it: ScimPerson): Resource {
  const formatted = `${it.firstName} ${it.lastName}`.trim()
  return resource(baseUrl, 'User', it, {
    ...(it.externalId === null ? {} : { externalId: it.externalId }),
    userName: it.email,
    name: { givenName: it.firstName, familyName: it.lastName, formatted },
    displayName: formatted,
    emails: [{ value: it.email, type: 'work', primary: true }],
    active: it.active,
    groups: it.groups.map((group) => ({ ...group, $ref: `${baseUrl}/Groups/${group.value}` })),
  })
}

export function groupResource(baseUrl: string, it: ScimGroupRow, members: readonly ScimMember[] | null): Resource {
  return resource(baseUrl, 'Group', it, {
    ...(it.externalId === null ? {} : { externalId: it.externalId }),
    displayName: it.name,
    ...(members === null
      ? {}
      : { members: members.map(({ value, display }) => ({ value, display, type: 'User', $ref: `${baseUrl}/Users/${value}` })) }),
  })
}

export const listResponse = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  ...{ totalResults: total, startIndex, itemsPerPage: resources.length, Resources: resources },
})

/** Attributes that a caller chose, `id` and `schemas` always (RFC 7644, section 3.9). */
export function chosenFields(
  it: Resource,
  only: readonly string[],
  without: readonly string[],
): Readonly<Record<string, unknown>> {
  const fits = (name: string) => {
    if (name === 'id' || name === 'schemas') return true
    const lower = name.toLowerCase()
    if (without.includes(lower)) return false
    return only.length === 0 || only.some((each) => each === lower || each.startsWith(`${lower}.`))
  }
  return Object.fromEntries(Object.entries(it).filter(([name]) => fits(name)))
}

const attribute = (name: string, description: string, more: object = {}) => ({
  ...{ name, type: 'string', multiValued: false, description, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none', ...more },
})
const readOnly = { mutability: 'readOnly' }

const definitions: Readonly<Record<Kind, { description: string; attributes: readonly object[] }>> = {
  User: {
    description: 'A member of the company',
    attributes: [
      attribute('userName', 'The email address used to sign in', {
        ...{ required: true, mutability: 'immutable', uniqueness: 'server' },
      }),
      attribute('name', "The person's name", {
        type: 'complex',
        subAttributes: [
          attribute('givenName', 'First name'),
          attribute('familyName', 'Last name'),
          attribute('formatted', 'First and last name', readOnly),
        ],
      }),
      attribute('displayName', 'First and last name', readOnly),
      attribute('emails', 'The same email address as userName', {
        ...{ type: 'complex', multiValued: true, ...readOnly },
        subAttributes: [
          attribute('value', 'The address', readOnly),
          attribute('type', 'Always "work"', readOnly),
          attribute('primary', 'Always true', { type: 'boolean', ...readOnly }),
        ],
      }),
      attribute('active', 'Whether the person can sign in', { type: 'boolean' }),
      attribute('groups', 'Groups of the person', {
        ...{ type: 'complex', multiValued: true, ...readOnly },
        subAttributes: [attribute('value', 'Id of the group', readOnly), attribute('display', 'Name of the group', readOnly)],
      }),
    ],
  },
  Group: {
    description: 'A group of members. It can give them a role.',
    attributes: [
      attribute('displayName', 'Name of the group', { required: true, uniqueness: 'server' }),
      attribute('members', 'People in the group', {
        ...{ type: 'complex', multiValued: true },
        subAttributes: [
          attribute('value', 'Id of the user', { mutability: 'immutable' }),
          attribute('display', 'Name of the user', readOnly),
        ],
      }),
    ],
  },
}
const kinds = Object.keys(definitions) as Kind[]

export const schemas = (baseUrl: string) =>
  kinds.map((kind) => ({
    ...{ schemas: [`${core}:Schema`], id: schemaIds[kind], name: kind, ...definitions[kind] },
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schemaIds[kind]}` },
  }))

export const resourceTypes = (baseUrl: string) =>
  kinds.map((kind) => ({
    ...{ schemas: [`${core}:ResourceType`], id: kind, name: kind, endpoint: `/${kind}s` },
    ...{ description: definitions[kind].description, schema: schemaIds[kind], schemaExtensions: [] },
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${kind}` },
  }))

export const serviceProviderConfig = (baseUrl: string) => ({
  schemas: [`${core}:ServiceProviderConfig`],
  documentationUri: `${baseUrl.slice(0, -scimPath.length)}/help-center`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimLimits.pageMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      ...{ type: 'oauthbearertoken', name: 'Bearer token', primary: true },
      description: 'The token created by an administrator in Security Settings',
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
})
