/** Public connectors: a connector without secrets and samples that others start from. `core-platform.md` sections 2 and 7. */
import Type, { type Static } from 'typebox'
import { ConnectorConfig } from '../connectors/config/config.ts'
import { DraftShapes } from '../connectors/config/shape.ts'
import { ConnectorAndConfig } from '../connectors/details/connector.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf, visibleText } from '../kit/schemas.ts'
import { publicationStates } from './publication.lifecycle.ts'

export const templatesPerPage = 36

const Name = visibleText(128)
const Given = {
  name: Name,
  description: Type.String({ maxLength: 4_096 }),
  category: Type.String({ maxLength: 64 }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { maxItems: 16 }),
}

export const TemplateSummary = Type.Object({
  /** A UUID; of ready-made ones the name in the library, e.g. `sandbox-shop-to-crm`. */
  _id: Type.String(),
  ...Given,
  /** `library`: it comes with Datacrane. `public`: somebody published it. */
  origin: oneOf('library', 'public'),
  /** The company that published it; null of ready-made ones. */
  publisher: orNull(Type.String()),
  isOwn: Type.Boolean(),
  /** Other companies find it only while it is approved. */
  status: oneOf(...publicationStates),
  /** Why the operator declined it; for its own company only. */
  declinedReason: orNull(Type.String()),
  sourceType: Type.String(),
  destinationType: Type.String(),
  /** What people call the two systems, e.g. `Stripe`; null of one that is filled in later. */
  source: orNull(Type.String()),
  destination: orNull(Type.String()),
  /** Every host that it will talk to, enrichments and token addresses included. */
  hosts: Type.Array(Type.String()),
  /** What has to be filled in before it can be deployed: secrets by their place, e.g. `/source/auth/token`. */
  needs: Type.Array(Type.String()),
  /** What the credentials must be allowed to do, a phrase each; empty where nobody said. */
  rights: Type.Array(Type.String()),
  /** Connectors that the caller sees and that were started from it. What was started from a ready-made one before this was noted is not counted. */
  usedBy: Count,
  /** Grows with every change. */
  revision: Type.Integer({ minimum: 1 }),
  updatedAt: orNull(Instant),
})
export type TemplateSummary = Static<typeof TemplateSummary>

export const Template = Type.Object({
  ...TemplateSummary.properties,
  config: ConnectorConfig,
  /** Fields only: examples are never published. */
  shapes: DraftShapes,
  /** Public documentation that a ready-made definition was written from. */
  documentation: orNull(Type.String()),
})
export type Template = Static<typeof Template>

const SystemName = Type.String({ minLength: 1, maxLength: 255 })
const SystemCount = Type.Object({ system: Type.String(), count: Count })
export type SystemCount = Static<typeof SystemCount>

const TemplateId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z0-9-]+$' })

export const templateEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/templates',
    summary: 'Search public connectors and templates by words, category, source and destination',
    access: everyRole,
    scope: 'integrations:read',
    query: closed({
      search: Type.Optional(Type.String({ maxLength: 128 })),
      category: Type.Optional(Type.String({ maxLength: 64 })),
      origin: Type.Optional(oneOf('library', 'public', 'own')),
      from: Type.Optional(SystemName),
      to: Type.Optional(SystemName),
      page: Type.Optional(PageNumber),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    status: 200,
    reply: Type.Object({
      ...pageOf(TemplateSummary).properties,
      categories: Type.Array(Type.Object({ category: Type.String(), count: Count })),
      /** Systems that records come from and go to, each with how many templates the other filters leave. */
      from: Type.Array(SystemCount),
      to: Type.Array(SystemCount),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/templates/:id',
    summary: 'Get a public connector or template',
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: TemplateId }),
    status: 200,
    reply: Template,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/templates',
    summary: "Publish a connector's draft without secrets, examples and variable values",
    access: everyRole,
    scope: 'integrations:write',
    audit: 'template.published',
    body: closed({ connectorId: Id, ...Given }),
    status: 201,
    reply: Template,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/templates/',
    summary: 'Change one of your public connectors. `connectorId` replaces its configuration',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'template.changed',
    body: closed({ _id: Id, revision: Type.Integer({ minimum: 1 }), ...Given, connectorId: Type.Optional(Id) }),
    status: 200,
    reply: Template,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/templates/:id',
    summary: 'Withdraw one of your public connectors. Connectors created from it stay',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'template.unpublished',
    params: closed({ id: Id }),
    status: 200,
    reply: Type.Object({ success: Type.Boolean() }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/templates/:id/start',
    summary: 'Create a draft from a public connector or template',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'connector.created',
    params: closed({ id: TemplateId }),
    body: closed({ name: Name }),
    status: 201,
    reply: ConnectorAndConfig,
  }),
} as const
