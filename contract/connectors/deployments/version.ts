/** Versions of a connector: what was deployed, by whom, and the way back. */
import { Integer, Optional, Object as Shape, type Static, String as Text, Boolean as YesNo } from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id, Instant, PageNumber, pageOf } from '../../kit/schemas.ts'
import { ConnectorConfig } from '../config/config.ts'
import { Deployment } from '../details/connector.ts'
import { DeployReading } from '../triggers/cursor.ts'

export const Version = Shape({
  number: Integer({ minimum: 1 }),
  /** SHA-256 of its configuration in canonical form, in hex. */
  hash: Text(),
  author: Text(),
  createdAt: Instant,
  /** Whether runs are started with it now. */
  isLive: YesNo(),
})
export type Version = Static<typeof Version>

const VersionNumber = Integer({ minimum: 1, maximum: 2_147_483_647 })

export const versionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/versions',
    summary: 'Versions of a connector, newest first',
    access: everyRole,
    params: closed({ id: Id }),
    query: closed({ page: Optional(PageNumber), limit: Optional(Integer({ minimum: 1, maximum: 100 })) }),
    status: 200,
    reply: pageOf(Version),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/versions/:number',
    summary: 'One version with its configuration',
    access: everyRole,
    params: closed({ id: Id, number: VersionNumber }),
    status: 200,
    reply: Shape({ ...Version.properties, config: ConnectorConfig }),
  }),
  rollBack: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/rollback',
    summary:
      'Deploy the configuration of an older version as a new one; it replaces the draft, and asks first where that has changes that are not deployed',
    access: everyRole,
    params: closed({ id: Id }),
    body: closed({
      version: VersionNumber,
      revision: Optional(Integer({ minimum: 1 })),
      reading: Optional(DeployReading),
      /** That changes of the draft that were never deployed may be lost; without it they are named, and nothing is done. */
      losesDraft: Optional(YesNo()),
    }),
    status: 202,
    reply: Deployment,
  }),
} as const
