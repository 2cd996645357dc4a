/** Secrets of settings are write-only: they are sealed where they are stored, and shown as `{ set, last4 }` (threats T-SEC-1 and T-SEC-2). */
import type { Place, Sealed, Vault } from './vault.ts'

/** What stands in the answer, and what may be sent back: it means that the secret stays. */
export type SecretMask = { readonly set: boolean; readonly last4: string }
type Stored = Sealed & { readonly last4: string }
type Json = { [name: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isMask = (value: unknown): value is SecretMask => isObject(value) && typeof value['set'] === 'boolean'

/** Fewer characters tell too much of a short one. */
export const shownOf = (secret: string) => (secret.length >= 12 ? secret.slice(-4) : '')

function replaced(value: unknown, path: readonly string[], change: (at: unknown) => unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return change(value)
  return isObject(value) ? { ...value, [name]: replaced(value[name], rest, change) } : value
}
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((it: unknown, name) => (isObject(it) ? it[name] : undefined), value)

export type Secrets = {
  /** Names that lead to each secret, e.g. `smtpConfiguration.password`. */
  readonly paths: readonly string[]
  readonly place: Omit<Place, 'column'>
  readonly vault: Vault
}

/** Of what was sent: text is sealed, '' is none, and a mask is what is stored. */
export function sealSecrets(sent: unknown, stored: unknown, { paths, place, vault }: Secrets): unknown {
  return paths.reduce((value, path) => {
    const names = path.split('.')
    return replaced(value, names, (secret) => {
      if (isMask(secret)) return at(stored, names) ?? null
      if (typeof secret !== 'string' || secret === '') return null
      return { ...vault.seal(secret, { ...place, column: path }), last4: shownOf(secret) } satisfies Stored
    })
  }, sent)
}

/** The secret itself, for those who use it; null where there is none. */
export function openSecret(stored: unknown, path: string, { place, vault }: Secrets): string | null {
  const secret = at(stored, path.split('.'))
  if (!isObject(secret)) return null
  const { keyId, ciphertext } = secret as Stored
  return vault.open({ keyId, ciphertext }, { ...place, column: path })
}

/** Of what is stored: what a person may see. */
export function maskSecrets(stored: unknown, { paths }: Pick<Secrets, 'paths'>): unknown {
  return paths.reduce(
    (value, path) =>
      replaced(value, path.split('.'), (secret): SecretMask => {
        const { last4 = '' } = (secret ?? {}) as Partial<Stored>
        return { set: isObject(secret), last4 }
      }),
    stored,
  )
}
