/** What a feature is served with: each exports `register<Feature>(app, deps)` from its `register.ts`, and `server/app.ts` calls it. */
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'

import type { Engine } from '../../engine/engine.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Admit } from '../../platform/http/call-limit.ts'
import type { Vault } from '../../platform/security/vault.ts'
import type { AuthGate } from './access-check.ts'
import type { BulkRunners } from './bulk/bulk-jobs.ts'
import type { RegisterEndpoint } from './register-endpoint.ts'

/** Where a feature is served. */
export type App = {
  readonly registerEndpoint: RegisterEndpoint
  /** For what is no endpoint like the others. */
  readonly server: FastifyInstance
  /** Lets so many requests a minute and address in, and throws for the others. */
  readonly callLimit: (max: number, of: string) => Admit
}

/** What every feature may use; one that needs more says so itself. */
export type FeatureDeps = AuthGate & {
  readonly config: Config
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly engine: Pick<Engine, 'wake' | 'quiesce' | 'checkAddresses' | 'probe' | 'askForTokens'>
  readonly bulkRunners: BulkRunners
}
