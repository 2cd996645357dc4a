/** Secrets that were kept before they were bound to both systems that they open (finding T4, migration 0026). */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { addSecret, newSecretRef, originsOfSecrets } from '#server/records/connectors/secrets.repository.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector } from '../../kit/test-server.ts'

const migration = readFileSync(
  new URL('../../../../server/platform/database/migrations/0026-secret-origins.sql', import.meta.url),
  'utf8',
)

describeOnEachKind('a client secret that was bound to its token endpoint only', (kind) => {
  const server = createTestServer({}, kind)
  const vault = createVault('a master key for tests only')

  it('is bound to the API of the oldest version that refers to it, of the draft without one, and asked for again without either', async () => {
    const { db } = server.database
    const { connector } = await makeConnector(server, 'userA')
    const whose = { companyId: server.companies.A, connectorId: connector._id }
    const add = async (url: string | null, keep: (config: ConnectorConfig) => Promise<unknown>) => {
      const ref = newSecretRef('first-violet-lantern')
      await addSecret(db, vault, { ...whose, origin: 'https://login.test', plain: 'first-violet-lantern', ref })
      const auth = { type: 'oauth2ClientCredentials', tokenUrl: 'https://login.test/t', clientId: 'c', clientSecret: ref }
      if (url !== null) await keep({ ...goodConfig, source: { ...goodConfig.source, url, auth } } as unknown as ConnectorConfig)
      return ref.secretId
    }
    const version = (number: number) => (config: ConnectorConfig) =>
      sql`insert into connector_versions (company_id, connector_id, number, hash, config, author_id)
        values (${whose.companyId}, ${whose.connectorId}, ${number}, ${String(number)}, ${JSON.stringify(config)}::jsonb,
          (select owner_id from connectors where id = ${whose.connectorId}))`.execute(db)
    const draft = (config: ConnectorConfig) =>
      sql`update connectors set draft = ${JSON.stringify(config)}::jsonb where id = ${whose.connectorId}`.execute(db)
    const deployed = await add('https://API.test:443/orders?a=1', version(7))
    const drafted = await add('http://other.test:8080/x', draft)
    const unused = await add(null, draft)
    await sql.raw(migration).execute(db)
    const origins = await originsOfSecrets(db, whose)
    expect([deployed, drafted, unused].map((id) => origins.get(id))).toEqual([
      'https://login.test https://api.test',
      'https://login.test http://other.test:8080',
      'https://login.test',
    ])
  })
})
