/** The one key that all others are derived from. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const bytes = 32

/** The operator's own key, or a generated one that lives beside the data, readable by its owner only. */
export function loadMasterKey({ secretKey, dataDir }: { readonly secretKey: string | null; readonly dataDir: string }): string {
  if (secretKey !== null) return secretKey
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) makeKey(file)
  const key = readFileSync(file, 'utf8').trim()
  if (Buffer.from(key, 'base64').length < bytes) {
    throw new Error(`The key in ${file} is incomplete. Restore it from a backup; what it encrypted cannot be read without it.`)
  }
  return key
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
