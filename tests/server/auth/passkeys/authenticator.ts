/** A device with passkeys, written from WebAuthn level 3 and RFC 9052: real keys and signatures, and every way to be wrong. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

import type { CreatedCredential, CreationOptions, RequestOptions, SignedCredential } from '#contract/auth/passkeys.ts'

type CborValue = number | string | Buffer | Map<number | string, CborValue>

const head = (major: number, value: number) => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

/** RFC 8949, as much of it as authenticators write. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64Url = (data: Buffer | string) => Buffer.from(data).toString('base64url')
const flags = { present: 1, verified: 4, attested: 64 }

export type Device = {
  readonly id: string
  readonly key: KeyObject
  readonly cose: Buffer
  /** Of the person that it was created for. */
  handle: string
  counter: number
}

/** What a device, or who stands between it and the server, does otherwise. */
export type Otherwise = {
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  readonly challenge?: string
  readonly type?: string
  readonly isVerified?: boolean
  readonly isFramed?: boolean
  readonly handle?: string
  readonly tamper?: (signature: Buffer) => Buffer
}

export const publicOrigin = 'http://localhost:3001'

export function newDevice(): Device {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [bx, by] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  const cose = cbor(new Map<number, CborValue>([[1, 2], [3, -7], [-1, 1], [-2, bx], [-3, by]])) // biome-ignore format: one key a pair
  return {
    id: base64Url(randomBytes(32)),
    key: privateKey,
    cose,
    handle: Buffer.from('nobody').toString('base64url'),
    counter: 0,
  }
}

const clientData = (type: string, challenge: string, { origin = publicOrigin, ...it }: Otherwise) =>
  Buffer.from(
    JSON.stringify({ type: it.type ?? type, challenge: it.challenge ?? challenge, origin, crossOrigin: it.isFramed ?? false }),
  )

function authenticatorData(rpId: string, bits: number, counter: number, attested = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([bits]), count, attested])
}

export function create(device: Device, options: CreationOptions, otherwise: Otherwise = {}): CreatedCredential {
  device.handle = options.user.id
  const id = Buffer.from(device.id, 'base64url')
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, device.cose])
  const bits = flags.present | flags.attested | (otherwise.isVerified === false ? 0 : flags.verified)
  const authData = authenticatorData(otherwise.rpId ?? options.rp.id ?? '', bits, device.counter, attested)
  const attestation = cbor(new Map<string, CborValue>([['fmt', 'none'], ['attStmt', new Map()], ['authData', authData]])) // biome-ignore format: one key a pair
  return {
    ...{ id: device.id, rawId: device.id, type: 'public-key', clientExtensionResults: {} },
    response: {
      clientDataJSON: base64Url(clientData('webauthn.create', options.challenge, otherwise)),
      attestationObject: base64Url(attestation),
      transports: ['internal'],
    },
  }
}

export function use(device: Device, options: RequestOptions, otherwise: Otherwise = {}): SignedCredential {
  device.counter += 1
  const bits = flags.present | (otherwise.isVerified === false ? 0 : flags.verified)
  const counter = otherwise.counter ?? device.counter
  const authData = authenticatorData(otherwise.rpId ?? options.rpId ?? '', bits, counter)
  const client = clientData('webauthn.get', options.challenge, otherwise)
  const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), device.key)
  return {
    ...{ id: device.id, rawId: device.id, type: 'public-key', clientExtensionResults: {} },
    response: {
      clientDataJSON: base64Url(client),
      authenticatorData: base64Url(authData),
      signature: base64Url(otherwise.tamper?.(signature) ?? signature),
      userHandle: otherwise.handle ?? device.handle,
    },
  }
}
