/** Versions of a connector: what was deployed, by whom, and the way back. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id, Instant, PageNumber, pageOf } from '../../kit/schemas.ts'
import { ConnectorConfig } from '../config/config.ts'
import { Deployment } from '../details/connector.ts'
import { DeployReading } from '../triggers/cursor.ts'

export const Version = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  /** SHA-256 of its configuration in canonical form, in hex. */
  hash: Type.String(),
  author: Type.String(),
  createdAt: Instant,
  /** Whether runs are started with it now. */
  isLive: Type.Boolean(),
})
export type Version = Static<typeof Version>

const VersionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const versionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/versions',
    summary: "List a connector's versions, newest first",
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id }),
    query: closed({ page: Type.Optional(PageNumber), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    status: 200,
    reply: pageOf(Version),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/versions/:number',
    summary: 'Get a version with its configuration',
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id, number: VersionNumber }),
    status: 200,
    reply: Type.Object({ ...Version.properties, config: ConnectorConfig }),
  }),
  rollBack: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/rollback',
    summary: 'Roll back to an older version. Confirm first if the draft has undeployed changes',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'connector.rolledBack',
    params: closed({ id: Id }),
    body: closed({
      version: VersionNumber,
      revision: Type.Optional(Type.Integer({ minimum: 1 })),
      reading: Type.Optional(DeployReading),
      /** That changes of the draft that were never deployed may be lost; without it they are named, and nothing is done. */
      losesDraft: Type.Optional(Type.Boolean()),
    }),
    status: 202,
    reply: Deployment,
  }),
} as const
