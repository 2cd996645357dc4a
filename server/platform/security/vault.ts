/** Secrets at rest (threat T-SEC-1) and the keys that everything secret is derived from. */
import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

/** Where a secret stands. It is sealed to this place: moved to another row, column or company it does not open. */
export type Place = {
  readonly table: string
  readonly column: string
  readonly rowId: string
  readonly companyId: string
}

export type Sealed = { readonly keyId: string; readonly ciphertext: string }

export type Vault = {
  /** Identifies the key: a hash from which the key cannot be computed. */
  readonly keyId: string
  seal(plain: string, place: Place): Sealed
  /** @throws when the key is another one, or the text or its place was changed. */
  open(sealed: Sealed, place: Place): string
  /** The same for the same text at the same place; what the text was cannot be found out without the key. */
  mark(text: string, place: Place): string
}

/** 32 bytes for one purpose, from the one master key (HKDF-SHA256). */
export function deriveKey(masterKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, 'datacrane', purpose, 32))
}

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM. The text holds iv, tag and ciphertext in base64. */
export function createVault(masterKey: string): Vault {
  const bytesOfKey = deriveKey(masterKey, 'vault')
  const keyId = createHash('sha256').update(bytesOfKey).digest('hex').slice(0, 16)
  // Made once: to make it of bytes for each secret takes several times as long as to open one, and whatever leaves a company is compared with all of them.
  const key = createSecretKey(bytesOfKey)
  const aad = ({ table, column, rowId, companyId }: Place) =>
    Buffer.from(JSON.stringify([keyId, table, column, rowId, companyId]))
  const markKey = createSecretKey(deriveKey(masterKey, 'marks'))
  return {
    keyId,
    mark: (text, place) => createHmac('sha256', markKey).update(aad(place)).update(text).digest('base64url').slice(0, 16),
    seal(plain, place) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad(place))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return { keyId, ciphertext: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64') }
    },
    open(sealed, place) {
      if (sealed.keyId !== keyId)
        throw new Error(`The secret was encrypted with key ${sealed.keyId}, but this process has ${keyId}.`)
      const bytes = Buffer.from(sealed.ciphertext, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(aad(place))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
