/** One connector as a file that people read: out without secrets, in as a draft. */
import type { Kysely } from 'kysely'

import type { ConnectorAndConfig } from '../../contract/connector.ts'
import { refusal } from '../../contract/problem.ts'
import { type TakeAwayCheck, TakeAwayFile, takeAwayFormat, takeAwayVersion } from '../../contract/take-away.ts'
import type { Caller } from '../access.ts'
import { findConnector } from '../store/connectors.ts'
import { writeShapes } from '../store/shapes.ts'
import type { Tables } from '../store/tables.ts'
import type { Vault } from '../vault.ts'
import type { ConnectorDesk } from './connector.ts'
import { departing, withRulesWritten } from './departure.ts'
import { inOrder } from './key-order.ts'
import { sightOf } from './sight.ts'
import { checked, errorsIn } from './take-away-check.ts'
import { withoutExamples, withoutRuleIds } from './without-secrets.ts'

type Means = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly connectors: Pick<ConnectorDesk, 'create'>
}

export type TakeAwayDesk = ReturnType<typeof createTakeAwayDesk>

export function createTakeAwayDesk({ db, vault, connectors }: Means) {
  return {
    async export(caller: Caller, id: string): Promise<TakeAwayFile> {
      const record = await findConnector(db, sightOf(caller), id)
      if (!record) throw refusal('connector/not-found')
      const { config, shapes, finder } = await departing({ db, vault }, record)
      const { name, details } = record.connector
      return inOrder(TakeAwayFile, {
        format: takeAwayFormat,
        version: takeAwayVersion,
        exportedAt: new Date().toISOString(),
        name: finder.scrubbed(name),
        details: finder.scrubbed(details),
        config,
        shapes,
      })
    },

    async check({ companyId }: Caller, file: unknown): Promise<TakeAwayCheck> {
      if (errorsIn(file).length > 0) return checked(file, null)
      return checked(file, await withRulesWritten(db, companyId, (file as TakeAwayFile).config))
    },

    /** @param id of the connector; the same one again gives the connector that was made with it. */
    async import(caller: Caller, id: string, file: TakeAwayFile): Promise<ConnectorAndConfig> {
      const errors = errorsIn(file)
      if (errors.length > 0) throw refusal('connector/invalid', { message: 'The file cannot be taken in.', errors })
      const { companyId } = caller
      const written = await withRulesWritten(db, companyId, file.config)
      const connector = { name: file.name, details: file.details }
      const made = await connectors.create(caller, id, { connector, config: withoutRuleIds(written) })
      await writeShapes(db, { companyId, connectorId: id }, withoutExamples(file.shapes), true)
      return made
    },
  }
}
