/** One connector as a file that people read: taken out without secrets, checked on the way in. */
import { Array as List, Literal, Object as Shape, type Static, String as Text, Unknown, Boolean as YesNo } from 'typebox'

import { ConnectorConfig } from '../connectors/config/config.ts'
import { DraftShapes } from '../connectors/config/shape.ts'
import { ConnectorAndConfig } from '../connectors/details/connector.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, FieldProblemShape, Id, Instant, orNull } from '../kit/schemas.ts'

export const takeAwayFormat = 'datacrane.connector'
/** Of the file's schema. A file of a later version is refused with the versions that are read. */
export const takeAwayVersion = 1

export const TakeAwayFile = closed({
  format: Literal(takeAwayFormat),
  version: Literal(takeAwayVersion),
  exportedAt: Instant,
  name: Text({ minLength: 1, maxLength: 128, pattern: '\\S' }),
  details: Text({ maxLength: 4_096 }),
  /** A secret is an empty text: it stays where it was set. */
  config: ConnectorConfig,
  /** Fields only: examples are records of somebody. */
  shapes: DraftShapes,
})
export type TakeAwayFile = Static<typeof TakeAwayFile>

export const TakeAwayCheck = Shape({
  isValid: YesNo(),
  errors: List(FieldProblemShape),
  warnings: List(FieldProblemShape),
  name: orNull(Text()),
  /** Every host that it will talk to. */
  hosts: List(Text()),
  /** Secrets that have to be filled in, by their place. */
  needs: List(Text()),
})
export type TakeAwayCheck = Static<typeof TakeAwayCheck>

export const takeAwayEndpoints = {
  export: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/export',
    summary: 'The draft of a connector as a file, without secrets and examples',
    access: everyRole,
    params: closed({ id: Id }),
    status: 200,
    reply: TakeAwayFile,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api-connectors/import/check',
    summary: 'Whether a file could be taken in, and what it would talk to; nothing is made',
    access: everyRole,
    body: Unknown(),
    status: 200,
    reply: TakeAwayCheck,
    idempotent: false,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api-connectors/import',
    summary: 'Make a draft from a file',
    access: everyRole,
    body: TakeAwayFile,
    status: 201,
    reply: ConnectorAndConfig,
  }),
} as const
