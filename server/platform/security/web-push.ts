/** What a push is made of: its text encrypted for one browser (RFC 8291), and who sends it (VAPID, RFC 8292). */
import { createCipheriv, createECDH, createPrivateKey, generateKeyPairSync, hkdfSync, randomBytes, sign } from 'node:crypto'

export type Vapid = { readonly publicKey: string; readonly privateKey: string }
export type Recipient = { readonly endpoint: string; readonly publicKey: string; readonly auth: string }

const curve = 'prime256v1'
/** Seconds that the sender is known by one signature. */
const life = 12 * 3_600
/** Bytes of one record; a push has one. */
const recordSize = 4_096

const text = (bytes: Buffer) => bytes.toString('base64url')
const bytesOf = (base64: string) => Buffer.from(base64, 'base64url')
const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** A key for the whole installation. */
export function createVapid(): Vapid {
  const jwk = generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), bytesOf(jwk.x ?? ''), bytesOf(jwk.y ?? '')])
  return { publicKey: text(point), privateKey: jwk.d ?? '' }
}

/** @param subject whom the maker of the browser may write to: a `mailto:` or an https address. */
export function authorizationOf({ publicKey, privateKey }: Vapid, endpoint: string, subject: string): string {
  const point = bytesOf(publicKey)
  const [x, y] = [text(point.subarray(1, 33)), text(point.subarray(33))]
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey } })
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(Date.now() / 1_000) + life, sub: subject }
  const part = (it: object) => text(Buffer.from(JSON.stringify(it)))
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${text(signature)}, k=${publicKey}`
}

/** @throws where the public key of the browser is no point of the curve. */
export function encryptedFor({ publicKey, auth }: Omit<Recipient, 'endpoint'>, plain: string): Buffer {
  const own = createECDH(curve)
  const [theirs, ours, salt] = [bytesOf(publicKey), own.generateKeys(), randomBytes(16)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derived(own.computeSecret(theirs), bytesOf(auth), info, 32)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derived(secret, salt, 'Content-Encoding: nonce\0', 12),
  )
  // A 2 ends the last record.
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()])
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordSize)
  head.writeUInt8(ours.length, 4)
  return Buffer.concat([salt, head, ours, body])
}

/** Whether a browser's public key is a point of the curve. */
export function isPoint(publicKey: string): boolean {
  const own = createECDH(curve)
  own.generateKeys()
  try {
    own.computeSecret(bytesOf(publicKey))
    return true
  } catch {
    return false
  }
}
