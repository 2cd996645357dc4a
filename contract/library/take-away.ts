/** One connector as a file that people read: taken out without secrets, checked on the way in. */
import Type, { type Static } from 'typebox'

import { ConnectorConfig } from '../connectors/config/config.ts'
import { DraftShapes } from '../connectors/config/shape.ts'
import { ConnectorAndConfig } from '../connectors/details/connector.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, FieldProblemShape, Id, Instant, orNull, visibleText } from '../kit/schemas.ts'

export const takeAwayFormat = 'datacrane.connector'
/** Of the file's schema. A file of a later version is refused with the versions that are read. */
export const takeAwayVersion = 1

export const TakeAwayFile = closed({
  format: Type.Literal(takeAwayFormat),
  version: Type.Literal(takeAwayVersion),
  exportedAt: Instant,
  name: visibleText(128),
  details: Type.String({ maxLength: 4_096 }),
  /** A secret is an empty text: it stays where it was set. */
  config: ConnectorConfig,
  /** Fields only: examples are records of somebody. */
  shapes: DraftShapes,
})
export type TakeAwayFile = Static<typeof TakeAwayFile>

export const TakeAwayCheck = Type.Object({
  isValid: Type.Boolean(),
  errors: Type.Array(FieldProblemShape),
  warnings: Type.Array(FieldProblemShape),
  name: orNull(Type.String()),
  /** Every host that it will talk to. */
  hosts: Type.Array(Type.String()),
  /** Secrets that have to be filled in, by their place. */
  needs: Type.Array(Type.String()),
})
export type TakeAwayCheck = Static<typeof TakeAwayCheck>

export const takeAwayEndpoints = {
  export: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/export',
    summary: "Export a connector's draft without secrets and examples",
    access: everyRole,
    scope: 'analytics:export',
    audit: 'export.made',
    params: closed({ id: Id }),
    status: 200,
    reply: TakeAwayFile,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api-connectors/import/check',
    summary: 'Check a connector file before import. Nothing is created',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'none',
    body: Type.Unknown(),
    status: 200,
    reply: TakeAwayCheck,
    idempotent: false,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api-connectors/import',
    summary: 'Create a draft from a file',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'connector.imported',
    body: TakeAwayFile,
    status: 201,
    reply: ConnectorAndConfig,
  }),
} as const
