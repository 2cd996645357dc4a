/** `npm run move`: the embedded database in an empty PostgreSQL, row by row, in the middle of a run. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { openOneOfEachKind } from '#server/features/admin/move/sealed-values.repository.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { addSecret } from '#server/records/connectors/secrets.repository.ts'
import { play } from '../../engine/kit/scene.ts'
import { ended, eventually, expectExactlyOnce, settleIn, startEngine, testVault } from '../../engine/kit/stage.ts'
import { freshDatabase, postgresIsHere } from '../kit/databases.ts'
import { contentOf, emptyPostgres, moving } from '../kit/moving.ts'

const partitionsOf = async ({ db }: Database) =>
  (
    await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where c.relkind = 'r' order by 1`.execute(db)
  ).rows

// Opens the embedded database twice and makes the tables of the other one, which takes a while where others write, too.
it.runIf(postgresIsHere())(
  'carries everything, to the last digit, and a run that was open goes on',
  { timeout: 90_000 },
  async () => {
    const { database: embedded, place, remove } = await freshDatabase('embedded')
    onTestFinished(remove)
    await sql`create table settlements_w20260105 (like settlements_rest including defaults including constraints)`.execute(
      embedded.db,
    )
    await sql`alter table settlements attach partition settlements_w20260105
    for values from ('019b8b9c-0000-0000-0000-000000000000') to ('019bafa9-0000-0000-0000-000000000000')`.execute(embedded.db)
    const scene = await play(embedded, { records: 300, config: { batchSize: 20 }, destination: { delay: 5 } })
    await eventually(
      () => scene.destination.journal.length,
      (sent) => sent > 60,
    )
    await scene.engine.stop()
    const { companyId, connectorId, userId } = scene.place
    await addSecret(embedded.db, testVault, {
      ...{ companyId, connectorId, origin: 'https://a.example', plain: 'a secret text' },
      ref: { secretId: newId(), last4: '' },
    })
    // Numbers beyond a double, microseconds, arrays with every trap of their notation, bytes, and letters beyond one code unit.
    const odd = { number: '12345678901234567890.123456789', text: '\\x "{,}" \n NULL 𝄞', none: null, list: [] }
    await sql`insert into company_settings (company_id, section, value, updated_by) values
    (${companyId}, 'odd', ${JSON.stringify(odd)}::jsonb || '{"exact": 1.10000000000000000000000000001}', ${userId})`.execute(
      embedded.db,
    )
    await sql`insert into company_mail (company_id, tests)
    values (${companyId}, array['2026-01-01 00:00:00.123456+00', '2026-01-01 00:00:00.000001+00']::timestamptz[])`.execute(
      embedded.db,
    )
    await sql`insert into user_photos (user_id, company_id, bytes, media_type) values (${userId}, ${companyId}, ${randomBytes(70_000)}, 'image/png')`.execute(
      embedded.db,
    )
    const [before, partitions] = [await contentOf(embedded), await partitionsOf(embedded)]

    await embedded.close()
    const to = await emptyPostgres()
    const opened: string[] = []
    const moved = await moving(
      place.dataDir,
      to,
      async (target) => void opened.push(...(await openOneOfEachKind(target, testVault))),
    )
    expect(opened).toEqual(['connector_secrets'])
    expect(moved.rows).toBe(Object.values(before).flat().length)

    const postgres = await openDatabase({ url: to, dataDir: '' })
    onTestFinished(() => postgres.close())
    expect(await contentOf(postgres)).toEqual(before)
    expect(await partitionsOf(postgres)).toEqual(partitions)
    await expect(sql`delete from price_books`.execute(postgres.db)).rejects.toThrow('takes no changes')
    await expect(sql`update runs set company_id = ${newId()}`.execute(postgres.db)).rejects.toThrow('foreign key')
    await expect(moving(place.dataDir, to)).rejects.toThrow(
      'The database of --to is not empty, because the table companies has data.',
    )

    const engine = startEngine(postgres)
    onTestFinished(() => engine.stop())
    const run = await ended(postgres, scene.place, scene.run)
    await expectExactlyOnce(postgres, scene.place, run, scene.destination, 300)
  },
)

it.runIf(postgresIsHere())(
  'leaves no rows where it ends before its end, and does it all when it is repeated',
  { timeout: 90_000 },
  async () => {
    const { database, place, remove } = await freshDatabase('embedded')
    onTestFinished(remove)
    const { companyId, connectorId } = await settleIn(database)
    await addSecret(database.db, testVault, {
      ...{ companyId, connectorId, origin: 'https://a.example', plain: 'a secret text' },
      ref: { secretId: newId(), last4: '' },
    })
    await database.close()
    const to = await emptyPostgres()
    const check = async (target: Database['db']) => {
      await openOneOfEachKind(target, createVault('another key for tests only'))
    }
    await expect(moving(place.dataDir, to, check)).rejects.toThrow("Couldn't decrypt the secrets in connector_secrets")
    const companies = async ({ db }: Database) => (await db.selectFrom('companies').select('id').execute()).map(({ id }) => id)
    // A process that waits for its setup also has a key, and it is another one than that of the moved rows.
    const other = await openDatabase({ url: to, dataDir: '' })
    onTestFinished(() => other.close().catch(() => {}))
    expect(await companies(other)).toEqual([])
    await expect(moving(place.dataDir, to)).rejects.toThrow(
      'Another Datacrane process uses the database of --to. Stop that process, then run the move again.',
    )
    expect(await companies(other)).toEqual([])
    await other.close()
    await moving(place.dataDir, to)
    const postgres = await openDatabase({ url: to, dataDir: '' })
    onTestFinished(() => postgres.close())
    expect(await companies(postgres)).toEqual([companyId])
  },
)

it.runIf(postgresIsHere())('refuses in one sentence what it cannot carry', async () => {
  const { database, place, remove } = await freshDatabase('embedded')
  onTestFinished(remove)
  const to = await emptyPostgres()
  await expect(moving(place.dataDir, to)).rejects.toThrow('is in use by another Datacrane process')
  await sql`delete from schema_migrations where version = (select max(version) from schema_migrations)`.execute(database.db)
  await database.close()
  await expect(moving(place.dataDir, to)).rejects.toThrow(
    'older than this program. Start Datacrane on it once, stop it, then move.',
  )
  await expect(moving('/nowhere', to)).rejects.toThrow('/nowhere contains no embedded database.')
})
