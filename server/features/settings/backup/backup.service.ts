/** Backups of a company: listed, made, downloaded, and restored into drafts. `worklist.md` X13. */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { backupEndpoints, CompanyBackup, RestoredConnectors } from '#contract/settings/retention/backups.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { SessionCaller as Caller } from '../../../platform/security/access.ts'
import type { Vault } from '../../../platform/security/vault.ts'
import type { Quotas } from '../../billing/quotas.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { openFile } from '../retention/company-file.ts'
import { type BackupRow, findBackup, listBackups } from './backup.repository.ts'
import { makeBackup } from './backup.ts'
import { type BackupConnection, restoreConnections } from './restored-connections.ts'
import { type BackupConnector, type BackupSecret, restoreConnector } from './restored-connector.ts'
import { type BackupEndpoint, type BackupGateway, restoreNetwork } from './restored-network.ts'

export type BackupQuotas = Pick<Quotas, 'refuseConnectors'>

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly quotas: BackupQuotas
  readonly publicUrl: string
}

const shownOf = ({ id, created_at: at, connectors, bytes, sha256 }: BackupRow): CompanyBackup => ({
  ...{ id, createdAt: at.toISOString(), connectors, bytes, sha256 },
})

export function createBackupService({ db, vault, quotas, publicUrl }: Deps) {
  /** What is read is what was written, or nothing. */
  async function open(companyId: string, id: string): Promise<Readable> {
    const backup = await findBackup(db, companyId, id)
    if (backup === null) throw refusal('retention/not-found')
    return openFile(db, { companyId, id, sha256: backup.sha256 })
  }

  /** What of a backup is needed to restore these connectors. */
  async function kept(companyId: string, id: string, connectorId: string | null) {
    const connectors: BackupConnector[] = []
    const secrets: BackupSecret[] = []
    const known: BackupConnection[] = []
    const network = { gateways: [] as BackupGateway[], endpoints: [] as BackupEndpoint[] }
    for await (const text of createInterface({ input: await open(companyId, id), crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = JSON.parse(text) as { readonly kind: string; readonly id: string; readonly connector_id: string }
      const isWanted = (of: string) => connectorId === null || of === connectorId
      if (line.kind === 'connector' && isWanted(line.id)) connectors.push(line as never)
      if (line.kind === 'connection') known.push(line as never)
      if (line.kind === 'gateway') network.gateways.push(line as never)
      if (line.kind === 'private endpoint' && connectorId === null) network.endpoints.push(line as never)
      if (line.kind === 'secret' && isWanted(line.connector_id)) secrets.push(line as never)
    }
    const named = JSON.stringify(connectors.map(({ draft }) => draft))
    const connections = known.filter(({ id }) => connectorId === null || named.includes(id))
    const byConnection = connections.map(({ place }) => place.gateway)
    const gateways = network.gateways.filter(({ id }) => connectorId === null || named.includes(id) || byConnection.includes(id))
    return { connectors, secrets, connections, network: { ...network, gateways } }
  }

  return {
    async list({ companyId }: Caller, { page = 1, limit = 10 }: QueryOf<typeof backupEndpoints.list>) {
      const { rows, total } = await listBackups(db, companyId, { page, limit })
      return { data: rows.map(shownOf), total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    make: async ({ companyId }: Caller): Promise<CompanyBackup> => shownOf(await makeBackup(db, companyId)),

    /** @throws `retention/not-found`, `retention/archive-elsewhere`, `retention/file-damaged` */
    file: ({ companyId }: Caller, id: string): Promise<Readable> => open(companyId, id),

    /** All of them or none. @throws `retention/not-found`, `retention/archive-elsewhere`, `retention/file-damaged`, `quota/connectors`, `gateway/too-many`, `private-endpoint/too-many` */
    async restore(caller: Caller, id: string, connectorId: string | null, audit: Audit): Promise<RestoredConnectors> {
      const { companyId } = caller
      const { connectors, secrets, connections, network } = await kept(companyId, id, connectorId)
      if (connectors.length === 0 && connectorId !== null) throw refusal('retention/not-found')
      return inOneCommit(db, async (tx) => {
        const { gateways, endpoints, left } = await restoreNetwork(tx, caller, network, publicUrl)
        const again = await restoreConnections(tx, caller, connections)
        const restored: RestoredConnectors['connectors'] = []
        for (const connector of connectors) {
          const own = secrets.filter((secret) => secret.connector_id === connector.id)
          restored.push(await restoreConnector(tx, vault, caller, { id: uuid(), connector, secrets: own }))
        }
        await quotas.refuseConnectors(tx, companyId)
        const namesOf = (of: readonly { readonly name: string }[]) => of.map(({ name }) => name)
        const after = {
          connectors: namesOf(restored),
          connections: again,
          gateways: namesOf(gateways),
          endpoints: namesOf(endpoints),
          left: namesOf(left),
        }
        await audit(tx, { target: { type: 'backup', id }, after })
        return { connectors: restored, gateways, endpoints, left }
      })
    },
  }
}
