/** A process whose key is not the key of the installation does not start: it says both ids and the way back, makes no key and writes nothing. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, expect, it } from 'vitest'

import { addCompany } from '#server/features/auth/companies.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { sealedColumns } from '#server/platform/security/installation-key.repository.ts'
import { openInstallationKey, refuseOtherKey } from '#server/platform/security/installation-key.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'

const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const [ours, theirs] = [keyOf(1), keyOf(2)]
const idOf = (key: string) => createVault(key).keyId

const folders: string[] = []
/** A folder with this text as its key file; null: without one. */
function folder(text: string | null = null): string {
  const made = mkdtempSync(join(tmpdir(), 'datacrane-key-'))
  folders.push(made)
  if (text !== null) writeFileSync(join(made, 'secret.key'), text)
  return made
}
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

type Where = { readonly secretKey: string | null; readonly dataDir: string }

/** What a start does about its key. */
async function start({ db }: Database, where: Where) {
  const warnings: string[] = []
  const log = createLog('warn', { write: (line) => void warnings.push(String(JSON.parse(line).msg)) })
  await refuseOtherKey(db, where)
  return { key: await openInstallationKey({ ...where, db, log, isShared: true }), warnings }
}
const rowsOf = async ({ db }: Database) => (await sql<{ key_id: string }>`select key_id from installation_key`.execute(db)).rows

/** What a start of an earlier version left: a sealed secret of a company, and no row of the installation. */
async function sealWith({ db }: Database, ...keys: string[]) {
  for (const key of keys) {
    const companyId = uuid()
    await addCompany(db, { id: companyId, name: 'Company', workspaceName: companyId })
    const value = { password: createVault(key).seal('x', { table: 't', column: 'c', rowId: 'r', companyId }) }
    await db
      .insertInto('company_settings')
      .values({ company_id: companyId, section: 'mail', value: JSON.stringify(value) })
      .execute()
  }
}

/** Ways to start with a wrong key on a database that key `ours` has sealed. */
const wrongWays: readonly (readonly [string, () => Where])[] = [
  ['another SECRET_KEY', () => ({ secretKey: theirs, dataDir: folder() })],
  ['another SECRET_KEY beside the right file', () => ({ secretKey: theirs, dataDir: folder(ours) })],
  ['SECRET_KEY in quotes', () => ({ secretKey: `"${ours}"`, dataDir: folder() })],
  ['SECRET_KEY with a letter less', () => ({ secretKey: ours.slice(0, -1), dataDir: folder() })],
  ['the path of the key file as SECRET_KEY', () => ({ secretKey: '/var/lib/datacrane/data/secret.key', dataDir: folder() })],
  ['a restore without the key file', () => ({ secretKey: null, dataDir: folder() })],
  ['a folder that is not there, on a second machine', () => ({ secretKey: null, dataDir: join(folder(), 'data') })],
  ['the key file of another installation', () => ({ secretKey: null, dataDir: folder(theirs) })],
  ['an empty key file', () => ({ secretKey: null, dataDir: folder('') })],
  ['a key file that was cut off', () => ({ secretKey: null, dataDir: folder(ours.slice(0, 20)) })],
  ['a key file with a second key behind the first', () => ({ secretKey: null, dataDir: folder(`${theirs}\n${ours}`) })],
  [
    'a folder in place of the key file, as a mount of a missing file makes it',
    () => {
      const dataDir = folder()
      mkdirSync(join(dataDir, 'secret.key'))
      return { secretKey: null, dataDir }
    },
  ],
  [
    'a link to a key file that is gone',
    () => {
      const dataDir = folder()
      symlinkSync(join(dataDir, 'gone'), join(dataDir, 'secret.key'))
      return { secretKey: null, dataDir }
    },
  ],
]

const contentOf = (dataDir: string): unknown => {
  try {
    return readdirSync(dataDir, { withFileTypes: true }).map((it) => [
      it.name,
      it.isFile() ? readFileSync(join(dataDir, it.name), 'utf8') : '',
    ])
  } catch {
    return null
  }
}

async function expectRefusals(database: Database): Promise<void> {
  for (const [name, make] of wrongWays) {
    const where = make()
    const [files, rows] = [contentOf(where.dataDir), await rowsOf(database)]
    const { message } = await start(database, where).then(
      () => new Error('started'),
      (thrown: Error) => thrown,
    )
    const own =
      where.secretKey ?? (contentOf(where.dataDir) === null ? null : /^[\w+/=\n]{44,}$/.exec(fileOf(where.dataDir))?.[0])
    expect(message, name).toContain(`this database needs the key ${idOf(ours)}. `)
    expect(message, name).toContain(`Set SECRET_KEY to the key with id ${idOf(ours)}, or restore secret.key from the backup`)
    if (own) expect(message, name).toContain(`has the id ${idOf(own)}, `)
    expect(message, name).not.toMatch(/\n/)
    expect([contentOf(where.dataDir), await rowsOf(database)], name).toEqual([files, rows])
  }
}
function fileOf(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
  } catch {
    return ''
  }
}

describeOnEachDatabase('the key of the installation', (open) => {
  it('is decided by the first start; every wrong way is refused with both ids, and makes no key', async () => {
    const { database } = await open()
    const dataDir = folder(ours)
    expect((await start(database, { secretKey: null, dataDir })).key).toBe(ours)
    await expectRefusals(database)
    // The right ones, also with the content of the file as SECRET_KEY.
    expect((await start(database, { secretKey: ours, dataDir: folder() })).warnings).toEqual([])
    expect((await start(database, { secretKey: null, dataDir: folder(`${ours}\n`) })).warnings).toEqual([
      expect.stringContaining('Processes with another key do not start'),
    ])
    // The file is exchanged while processes run: the next one is refused.
    writeFileSync(join(dataDir, 'secret.key'), theirs)
    await expect(start(database, { secretKey: null, dataDir })).rejects.toThrow(`has the id ${idOf(theirs)}, but this database`)
  })

  it('of a database of an earlier version is the one that sealed its secrets', async () => {
    const { database } = await open()
    await sealWith(database, ours, ours, theirs)
    await expectRefusals(database)
    expect(await rowsOf(database)).toEqual([])
    expect((await start(database, { secretKey: ours, dataDir: folder() })).warnings).toEqual([
      "Some secrets are encrypted with other keys and can't be read. Enter them again.",
    ])
    expect(await rowsOf(database)).toEqual([{ key_id: idOf(ours) }])
    await expectRefusals(database)
  })

  it('is one for processes that start together at the first start', async () => {
    const { database } = await open()
    const [shared, other] = [folder(), folder()]
    const starts = [shared, shared, other, shared, other, shared].map((dataDir) => start(database, { secretKey: null, dataDir }))
    const ends = await Promise.allSettled(starts)
    const [row, ...more] = await rowsOf(database)
    expect(more).toEqual([])
    // One folder has the key, and the processes of the other are refused without a key.
    const keys = new Set(ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.key] : [])))
    expect([...keys].map(idOf)).toEqual([row?.key_id])
    expect([shared, other].map((dataDir) => readdirSync(dataDir)).toSorted()).toEqual([[], ['secret.key']])
  })

  it('does not open a row that was changed', async () => {
    const { database } = await open()
    await start(database, { secretKey: ours, dataDir: folder() })
    await sql`update installation_key set ciphertext = ${createVault(ours).seal('datacrane', { table: '', column: '', rowId: '', companyId: '' }).ciphertext}`.execute(
      database.db,
    )
    await expect(start(database, { secretKey: ours, dataDir: folder() })).rejects.toThrow(
      'The row in installation_key is damaged',
    )
  })

  it('looks at every table that holds sealed values', async () => {
    const { database } = await open()
    const { rows } = await sql<{ name: string }>`
      select table_name || '.key_id' as name from information_schema.columns where column_name = 'ciphertext' and table_name <> 'installation_key'
      order by 1`.execute(database.db)
    const ids = sealedColumns.filter(({ form }) => form === 'id').map(({ table, column }) => `${table}.${column}`)
    expect(ids.toSorted()).toEqual(rows.map(({ name }) => name))
  })
})
