/** New versions of published connectors, as the company sees them that has started connectors from an earlier one: nothing changes until it decides. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, Id, orNull } from '../kit/schemas.ts'

export const updatesMax = 100

export const TemplateUpdate = Type.Object({
  /** Of the published connector. */
  id: Id,
  name: Type.String(),
  publisher: Type.String(),
  revision: Type.Integer({ minimum: 1 }),
  /** Connectors of the company that the caller sees. */
  connectors: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      /** The version that it was started from, or has taken over. */
      from: Type.Integer({ minimum: 1 }),
      /** What of its draft would change; texts are cut. */
      changes: Type.Array(Type.Object({ path: Type.String(), before: orNull(Type.String()), after: orNull(Type.String()) })),
      /** Places that the new version changes, and that were changed here as well: they stay as they are here. */
      kept: Type.Array(Type.String()),
    }),
  ),
})
export type TemplateUpdate = Static<typeof TemplateUpdate>

export const templateUpdateEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/template-updates',
    summary: 'List new template versions and what would change in each connector',
    access: everyRole,
    scope: 'integrations:read',
    status: 200,
    reply: Type.Object({ data: Type.Array(TemplateUpdate, { maxItems: updatesMax }) }),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/template-updates/:id/decide',
    summary: 'Apply a new version to connector drafts, or skip it. Live versions stay unchanged',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'template.updateDecided',
    params: closed({ id: Id }),
    body: closed({
      revision: Type.Integer({ minimum: 1 }),
      connectorIds: Type.Array(Id, { minItems: 1, maxItems: updatesMax }),
      accept: Type.Boolean(),
    }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
} as const
