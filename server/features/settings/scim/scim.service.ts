/** The SCIM service as its routes need it: who calls, what is shown of resources, and refusals in its own words. */
import { ProblemError } from '#contract/kit/problem.ts'
import { scimLimits } from '#contract/settings/scim/scim-limits.ts'
import { createAttemptLimiter } from '#server/platform/http/attempt-limiter.ts'
import { problemOf } from '#server/platform/http/problem-handler.ts'
import { createScimAccess } from './scim-access.service.ts'
import type { ScimCall } from './scim-changes.ts'
import { errorBody, ScimError } from './scim-error.ts'
import { createScimGroupsService } from './scim-groups.service.ts'
import { createScimPeopleService, type ScimDeps } from './scim-people.service.ts'
import { namesIn, type Query } from './scim-requests.ts'
import { chosenFields, listResponse, type Resource, resourceTypes, schemas, serviceProviderConfig } from './scim-resources.ts'

type Deps = ScimDeps & Parameters<typeof createScimAccess>[0]

export type ScimService = ReturnType<typeof createScimService>
/** What is sent: a status, a body unless there is none, and headers. */
export type ScimReply = {
  readonly status: number
  readonly body: object | null
  readonly headers: Readonly<Record<string, string>>
  /** Whether the fault is ours, and to be logged. */
  readonly isBug?: boolean
}

/** Codes of a scimType of their own. */
const syntaxCodes = ['request/malformed', 'request/not-json']

export function createScimService(deps: Deps) {
  const { baseUrl } = deps
  const admit = createScimAccess(deps)
  const [people, groups] = [createScimPeopleService(deps), createScimGroupsService(deps)]
  const calls = createAttemptLimiter({ max: scimLimits.callsPerMinute, window: 60_000 })

  const chosen = (it: Resource, query: Query) =>
    chosenFields(it, namesIn(query['attributes']), namesIn(query['excludedAttributes']))

  const one = (status: number, it: Resource, query: Query): ScimReply => ({
    ...{ status, body: chosen(it, query) },
    headers: { etag: it.meta.version, ...(status === 201 ? { location: it.meta.location } : {}) },
  })
  const many = ({ page, resources }: Awaited<ReturnType<typeof people.list>>, query: Query): ScimReply => ({
    status: 200,
    body: listResponse(
      resources.map((it) => chosen(it, query)),
      page.totalResults,
      page.startIndex,
    ),
    headers: {},
  })
  const fixed = (list: readonly (object & { readonly id: string })[], id: string | null): ScimReply => {
    if (id === null) return { status: 200, body: listResponse(list, list.length, 1), headers: {} }
    const found = list.find((it) => it.id === id)
    if (!found) throw new ScimError(404, "This resource doesn't exist.")
    return { status: 200, body: found, headers: {} }
  }

  /** One kind of resource, under its own path. */
  const served = (service: typeof people | typeof groups) => ({
    list: async (call: ScimCall, query: Query) => many(await service.list(call, query), query),
    get: async (call: ScimCall, id: string, query: Query, known: string | undefined): Promise<ScimReply> => {
      const it = await service.get(call, id)
      if (known !== undefined && known === it.meta.version) return { status: 304, body: null, headers: { etag: known } }
      return one(200, it, query)
    },
    create: async (call: ScimCall, body: unknown, query: Query) => one(201, await service.create(call, body), query),
    replace: async (call: ScimCall, id: string, body: unknown, query: Query) =>
      one(200, await service.replace(call, id, body), query),
    patch: async (call: ScimCall, id: string, body: unknown, query: Query) =>
      one(200, await service.patch(call, id, body), query),
    remove: async (call: ScimCall, id: string): Promise<ScimReply> => {
      await service.remove(call, id)
      return { status: 204, body: null, headers: {} }
    },
  })

  return {
    /** @throws ScimError 401, 429; a refusal where the company or its address list says no */
    async admit(authorization: string | undefined, ip: string) {
      const client = await admit(authorization, ip)
      const wait = calls.take(client.companyId)
      if (wait > 0) throw new ProblemError({ ...problemOf({ statusCode: 429 }), retryAfter: wait })
      return client
    },
    users: served(people),
    groups: served(groups),
    serviceProviderConfig: (): ScimReply => ({ status: 200, body: serviceProviderConfig(baseUrl), headers: {} }),
    resourceTypes: (id: string | null) => fixed(resourceTypes(baseUrl), id),
    schemas: (id: string | null) => fixed(schemas(baseUrl), id),

    /** A refusal as the SCIM standard has it. */
    refused(thrown: unknown): ScimReply {
      if (thrown instanceof ScimError) {
        const headers = thrown.status === 401 ? { 'www-authenticate': 'Bearer' } : {}
        return { status: thrown.status, body: errorBody(thrown), headers }
      }
      const it = problemOf(thrown)
      const type = syntaxCodes.includes(it.code) ? 'invalidSyntax' : null
      return {
        ...{
          status: it.status,
          body: errorBody(new ScimError(it.status, it.message, type)),
          isBug: it.code === 'bug/unexpected',
        },
        headers: it.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(it.retryAfter / 1_000)) },
      }
    },
  }
}
