/** Every kind of system that can be a source or a destination. */

import type { Kind } from '../kit/kind.ts'
import { azureKind } from './azure/azure-kind.ts'
import { byConnection } from './by-connection.ts'
import { byGateway } from './by-gateway.ts'
import { databaseKind } from './database/database-kind.ts'
import { httpKind } from './http/http-kind.ts'
import { natsKind } from './nats/nats-kind.ts'

export const kinds: Readonly<Partial<Record<string, Kind>>> = {
  http: byConnection(byGateway(httpKind)),
  database: byConnection(byGateway(databaseKind)),
  azure: byConnection(byGateway(azureKind)),
  nats: byConnection(byGateway(natsKind)),
}
