/** One connector as a file that people read: out without secrets, in as a draft. */
import type { Kysely } from 'kysely'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type TakeAwayCheck, TakeAwayFile, takeAwayFormat, takeAwayVersion } from '#contract/library/take-away.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { writeShapes } from '../connectors/config/shapes.repository.ts'
import { withConnectionNames, withConnectionsByName } from '../connectors/connections/named-connections.ts'
import type { ConnectorService } from '../connectors/details/connector.service.ts'
import { findConnector } from '../connectors/details/connectors.repository.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'
import { departing, withRulesWritten } from './export-sanitizer.ts'
import { withoutExamples, withoutRuleIds } from './redact-secrets.ts'
import { checked, errorsIn } from './take-away-check.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly connectors: Pick<ConnectorService, 'create'>
}

export function createTakeAwayService({ db, vault, connectors }: Deps) {
  return {
    async export(caller: Caller, id: string): Promise<TakeAwayFile> {
      const record = await findConnector(db, tenantScopeOf(caller), id)
      if (!record) throw refusal('connector/not-found')
      const scope = tenantScopeOf(caller)
      const { config: leaving, shapes, finder } = await departing({ db, vault }, record)
      const config = await withConnectionNames(db, scope, { draft: record.draft, leaving, clean: finder.scrubbed })
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

    async check(caller: Caller, file: unknown): Promise<TakeAwayCheck> {
      if (errorsIn(file).length > 0) return checked(file, null)
      const written = await withRulesWritten(db, caller.companyId, (file as TakeAwayFile).config)
      const { config, missing } = await withConnectionsByName(db, tenantScopeOf(caller), written)
      const check = checked(file, config)
      const warnings = missing.map(({ path, message }) => ({ path: `/config${path}`, message }))
      return { ...check, warnings: [...warnings, ...check.warnings] }
    },

    /** @param id of the connector; the same one again gives the connector that was made with it. */
    async import(caller: Caller, id: string, file: TakeAwayFile): Promise<ConnectorAndConfig> {
      const errors = errorsIn(file)
      if (errors.length > 0) throw refusal('connector/invalid', { message: "The file can't be imported.", errors })
      const { companyId } = caller
      const { config: written } = await withConnectionsByName(
        db,
        tenantScopeOf(caller),
        await withRulesWritten(db, companyId, file.config),
      )
      const connector = { name: file.name, details: file.details }
      const made = await connectors.create(caller, id, { connector, config: withoutRuleIds(written) })
      await writeShapes(db, { companyId, connectorId: id }, withoutExamples(file.shapes), true)
      return made
    },
  }
}

/** JSON in the order in which its schema names the members: a person reads it, and the same thing is the same text. */

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of alternatives the members of all of them. */
function membersOf({ properties = {}, anyOf = [] }: Schema): Readonly<Record<string, Schema>> {
  return Object.assign({}, ...anyOf.map(membersOf), properties) as Readonly<Record<string, Schema>>
}

/** What the schema does not name stands behind, in the order of its names. */
function inOrder<T>(schema: object, value: T): T {
  const it = schema as Schema
  if (Array.isArray(value)) return value.map((each) => (it.items ? inOrder(it.items, each) : each)) as T
  if (!isObject(value)) return value
  const members = membersOf(it)
  const any = Object.values(it.patternProperties ?? {})[0]
  const places = new Map(Object.keys(members).map((name, place) => [name, place]))
  const names = Object.keys(value).toSorted(
    (one, other) => (places.get(one) ?? places.size) - (places.get(other) ?? places.size) || (one < other ? -1 : 1),
  )
  return Object.fromEntries(
    names.map((name) => {
      const inner = members[name] ?? any
      return [name, inner ? inOrder(inner, value[name]) : value[name]]
    }),
  ) as T
}
