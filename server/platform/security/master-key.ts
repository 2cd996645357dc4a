/** The one key that all others are derived from. */
import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const bytes = 32

export type KeyPlace = { readonly secretKey: string | null; readonly dataDir: string }

/** `missing`: there is neither SECRET_KEY nor a file. The other two are faults of a file that is there. */
export type FoundKey =
  | { readonly key: string }
  | { readonly key: null; readonly fault: 'missing' | 'incomplete' | 'unreadable'; readonly cause?: unknown }

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key')

/** The operator's own key, or the one that was generated before. Makes nothing. */
export function readMasterKey({ secretKey, dataDir }: KeyPlace): FoundKey {
  if (secretKey !== null) return { key: secretKey }
  const file = keyFileOf(dataDir)
  // A broken link counts as an existing file: a new key would not replace it.
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return { key: null, fault: 'missing' }
  try {
    const key = readFileSync(file, 'utf8').trim()
    return Buffer.from(key, 'base64').length < bytes ? { key: null, fault: 'incomplete' } : { key }
  } catch (cause) {
    return { key: null, fault: 'unreadable', cause }
  }
}

/** The operator's own key, or a generated one that lives beside the data, readable by its owner only. */
export function loadMasterKey(place: KeyPlace): string {
  const found = readMasterKey(place)
  if (found.key !== null) return found.key
  const file = keyFileOf(place.dataDir)
  if (found.fault === 'missing') {
    mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
    makeKey(file)
    const made = readMasterKey(place)
    if (made.key !== null) return made.key
  }
  const state = found.fault === 'incomplete' ? 'is incomplete' : "can't be read"
  throw new Error(`The key in ${file} ${state}. Restore the file from a backup, or set SECRET_KEY.`, { cause: found.cause })
}

/** Of processes that start together one gives the file its name, when all of it is written, and all read the same. */
function makeKey(file: string): void {
  const written = `${file}.${randomUUID()}`
  try {
    writeFileSync(written, randomBytes(bytes).toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
    linkSync(written, file)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown
  } finally {
    rmSync(written, { force: true })
  }
}
