/**
 * Whether the key of this process is the key of the installation (decision 0044). A process with another key would seal secrets that the others cannot
 * open, and fail runs whose secrets it cannot open: it does not start.
 */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Tables } from '../database/tables/tables.ts'
import { addInstallationKey, countSealed, lockInstallationKey, readInstallationKey } from './installation-key.repository.ts'
import { type FoundKey, type KeyPlace, keyFileOf, loadMasterKey, readMasterKey } from './master-key.ts'
import { createVault, type Sealed } from './vault.ts'

type Db = Kysely<Tables>
/** The key that a process must have. `check` is the row of the installation, null where it was not written yet. */
type Needed = { readonly keyId: string; readonly check: Sealed | null; readonly otherKeys: readonly string[] }

const place = { table: 'installation_key', column: 'ciphertext', rowId: '', companyId: '' }
const constant = 'datacrane'

const idOf = ({ key }: FoundKey): string | null => (key === null ? null : createVault(key).keyId)

/** `needed` is null where nothing is sealed yet. */
async function compare(db: Db, where: KeyPlace): Promise<{ readonly found: FoundKey; readonly needed: Needed | null }> {
  const check = await readInstallationKey(db)
  const sealed = check === null ? await countSealed(db) : []
  // Last: the process that made the file did so before it wrote the row.
  const found = readMasterKey(where)
  if (check !== null) return { found, needed: { keyId: check.keyId, check, otherKeys: [] } }
  const [most] = sealed
  if (most === undefined) return { found, needed: null }
  // A database of an earlier version: the key that has sealed most. An id is a hash of its key, so a value with the same id opens.
  const own = sealed.find((it) => it.count === most.count && it.keyId === idOf(found))
  const { keyId } = own ?? most
  return { found, needed: { keyId, check, otherKeys: sealed.map((it) => it.keyId).filter((it) => it !== keyId) } }
}

function refuseOther({ keyId, check }: Needed, found: FoundKey, { secretKey, dataDir }: KeyPlace): void {
  const file = keyFileOf(dataDir)
  const restore = secretKey === null ? '' : ' and remove SECRET_KEY'
  const sealedWith = `but this database needs the key ${keyId}`
  const wayBack = `The key of a database can't be changed. Set SECRET_KEY to the key with id ${keyId}, or restore secret.key from the backup${restore}.`
  if (found.key === null) {
    const faults = {
      missing: `SECRET_KEY is not set and ${file} is missing`,
      incomplete: `The key in ${file} is incomplete`,
      unreadable: `The key in ${file} can't be read`,
    }
    throw new Error(`${faults[found.fault]}, ${sealedWith}. ${wayBack}`, { cause: found.cause })
  }
  const own = idOf(found)
  if (own !== keyId) {
    throw new Error(`${secretKey === null ? `The key in ${file}` : 'SECRET_KEY'} has the id ${own}, ${sealedWith}. ${wayBack}`)
  }
  if (check !== null && !opens(found.key, check)) {
    throw new Error(
      `The row in installation_key is damaged. It names key ${keyId}, but key ${own} can't open it. Restore the database from a backup.`,
    )
  }
}

function opens(key: string, check: Sealed): boolean {
  try {
    return createVault(key).open(check, place) === constant
  } catch {
    return false
  }
}

/** Called before anything is changed, migrations included. @throws an Error of one line that names both keys and the remedy. */
export async function refuseOtherKey(db: Db, where: KeyPlace): Promise<void> {
  const { found, needed } = await compare(db, where)
  if (needed !== null) refuseOther(needed, found, where)
}

type Deps = KeyPlace & { readonly db: Db; readonly log: Logger; readonly isShared: boolean }

/**
 * The key of the installation, which the first start decides. A key is made only where nothing is sealed.
 * @param isShared whether processes on other machines can use the database.
 * @throws as `refuseOtherKey`.
 */
export async function openInstallationKey({ db, log, isShared, ...where }: Deps): Promise<string> {
  const { masterKey, keyId, otherKeys } = await db.transaction().execute(async (tx) => {
    await lockInstallationKey(tx)
    const { found, needed } = await compare(tx, where)
    if (needed !== null) refuseOther(needed, found, where)
    const masterKey = loadMasterKey(where)
    const vault = createVault(masterKey)
    if (needed === null || needed.check === null) await addInstallationKey(tx, vault.seal(constant, place))
    return { masterKey, keyId: vault.keyId, otherKeys: needed?.otherKeys ?? [] }
  })
  if (otherKeys.length > 0)
    log.warn({ keyId, otherKeys }, "Some secrets are encrypted with other keys and can't be read. Enter them again.")
  if (where.secretKey === null && isShared) {
    log.warn(
      { keyId },
      `SECRET_KEY is not set, so this process uses the generated key in ${keyFileOf(where.dataDir)}. On other machines, set SECRET_KEY to the content of this file. Processes with another key do not start.`,
    )
  }
  return masterKey
}
