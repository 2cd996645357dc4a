/** What is compared with everything that leaves: the secrets that a company has now, not those that it had a minute ago. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { finderOf } from '#server/features/library/export-sanitizer.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { addSecret, newSecretRef } from '#server/records/connectors/secrets.repository.ts'
import { createTestServer, describeOnEachKind, makeConnector } from '../../kit/test-server.ts'

describeOnEachKind('secrets that are looked for', (kind) => {
  const server = createTestServer({}, kind)
  const vault = createVault('a master key for tests only')

  it('are those of now: one that was added is found at once, one that was removed no more, and another company’s never', async () => {
    const { connector } = await makeConnector(server, 'userA')
    const { db } = server.database
    const whose = { companyId: server.companies.A, connectorId: connector._id }
    const seen = async (text: string, companyId = server.companies.A) =>
      (await finderOf({ db, vault }, companyId)).isCredential(text)
    const add = (plain: string) => addSecret(db, vault, { ...whose, origin: 'https://a.test', plain, ref: newSecretRef(plain) })

    await add('first-violet-lantern')
    expect([await seen('first-violet-lantern'), await seen('second-amber-kettle')]).toEqual([true, false])
    await add('second-amber-kettle')
    expect([await seen('first-violet-lantern'), await seen('second-amber-kettle')]).toEqual([true, true])
    expect(await seen('second-amber-kettle', server.companies.B)).toBe(false)
    await sql`delete from connector_secrets where connector_id = ${connector._id} and last4 = 'tern'`.execute(db)
    expect([await seen('first-violet-lantern'), await seen('second-amber-kettle')]).toEqual([false, true])
  })
})
