import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

import { platformEndpoints } from '#contract/shell/platform.ts'
import type { Database } from '../../platform/database/database.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { type FrameParts, frameRoutes } from './frame.routes.ts'
import { createPlatformService } from './platform.service.ts'
import { createReadiness } from './readiness.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { createSandboxSwitch } from './sandbox/sandbox-switch.ts'

type Deps = FeatureDeps & {
  readonly database: Database
  readonly log: FastifyBaseLogger
  /** Whether the process drains. */
  readonly isLeaving: () => boolean
  readonly isLoopbackRequest: (request: FastifyRequest) => boolean
}

/** What every process serves: how it is, what it serves, and the sandbox, which an engine reaches under 127.0.0.1. */
export async function registerShell(app: App, { config, database, db, log, isLeaving, isLoopbackRequest }: Deps) {
  const readiness = createReadiness({ database, log, dataDir: config.dataDir })
  const service = createPlatformService({ readiness, isLeaving })
  app.registerEndpoint(platformEndpoints.health, () => service.health())
  app.registerEndpoint(platformEndpoints.ready, () => service.ready())
  app.registerEndpoint(platformEndpoints.description, () => app.server.swagger() as Record<string, unknown>)
  await app.server.register(sandbox, {
    prefix: '/sandbox',
    db,
    isOpen: createSandboxSwitch(db, config.sandbox),
    isLoopbackRequest,
  })
  /** Of what the other features serve, once they do. */
  return { registerFrame: (parts: FrameParts) => frameRoutes(app.registerEndpoint, parts) }
}
