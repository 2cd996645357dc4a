/** Whose account somebody signed in to, as far as the provider says so. Pure. */
import type { AccountPlace } from '#contract/connections/oauth-presets.ts'

export type Account = { readonly id: string | null; readonly name: string | null }

const textMax = 200
const noControls = /\p{Cc}/gu

function textAt(from: unknown, path: string): string | null {
  const value = path.split('.').reduce<unknown>((at, name) => {
    return typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined
  }, from)
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.replaceAll(noControls, ' ').trim().slice(0, textMax) : null
}

/**
 * The claims of an ID token. It came from the token endpoint itself over the guarded connection, so its signature is not needed (OpenID Connect Core 1.0,
 * section 3.1.3.7, item 6); it opens nothing here, it only names the account.
 */
function claimsIn(members: Readonly<Record<string, unknown>>): unknown {
  const token = members['id_token']
  if (typeof token !== 'string') return null
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** @param place null: an app that was set up by hand, whose ID token is read where there is one */
export function accountOf(
  place: AccountPlace | null,
  members: Readonly<Record<string, unknown>>,
  named: Readonly<Record<string, string>>,
): Account {
  if (place === null) {
    const claims = claimsIn(members)
    const id = textAt(claims, 'sub')
    return { id, name: textAt(claims, 'email') ?? textAt(claims, 'preferred_username') ?? textAt(claims, 'name') ?? id }
  }
  const from = { idToken: claimsIn(members), response: members, callback: named }[place.from]
  const id = textAt(from, place.id)
  return { id, name: textAt(from, place.name) ?? id }
}
