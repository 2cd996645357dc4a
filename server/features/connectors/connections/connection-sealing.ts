/** The form of a connection as it is kept: its secret sealed, and bound to where it may be sent. */
import type { ConnectionForm } from '#contract/connections/connection.ts'
import { connectionFaults, originOfPlace } from '#contract/connections/connection-check.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { StoredAuth } from '#server/platform/database/tables/stored-values.ts'
import { boundTo } from '#server/platform/security/secret-origins.ts'
import { sealSecrets } from '#server/platform/security/settings-secrets.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { connectionSecretPlace, secretPathOf } from '#server/records/connections/connection-use.repository.ts'
import { configHash } from '#server/records/connectors/versions.repository.ts'
import type { ChosenConnection, ConnectionRow } from './connections.repository.ts'

type Sealed = Pick<ChosenConnection, 'form' | 'auth' | 'origin'>

/** What the secret is bound to: where it is sent, and for a token also where that is fetched. */
function originOf(form: ConnectionForm): string {
  const origin = originOfPlace(form)
  return form.auth.type === 'oauth2ClientCredentials' ? boundTo(new URL(form.auth.tokenUrl).origin, origin) : origin
}

/** A stored secret goes only to the origin that it was saved for. @throws `request/malformed` */
export function sealedConnection(
  vault: Vault,
  form: ConnectionForm,
  which: { readonly companyId: string; readonly id: string },
  before: ConnectionRow | null,
): Sealed {
  const errors = connectionFaults(form)
  const origin = errors.length === 0 ? originOf(form) : ''
  const path = secretPathOf(form.auth)
  const secret = path === null ? '' : (form.auth as unknown as Record<string, unknown>)[path.slice('auth.'.length)]
  const mayStay = before !== null && before.auth.type === form.auth.type && before.origin === origin
  if (errors.length === 0 && typeof secret !== 'string' && !mayStay)
    errors.push({
      path: `/${path?.replace('.', '/')}`,
      message: 'Enter the secret again. A saved secret is only ever sent to its own address',
    })
  const [first] = errors
  if (first) throw refusal('request/malformed', { message: `${first.message}.`, errors })
  const secrets = { paths: path === null ? [] : [path], place: connectionSecretPlace(which), vault }
  const { auth } = sealSecrets({ auth: form.auth }, { auth: before?.auth }, secrets) as { auth: StoredAuth }
  return { form, auth, origin }
}

/** Whether requests go to the same address, the same way, with the same credentials. */
export const isSameAccess = (before: ConnectionRow, { form, auth, origin }: Sealed): boolean =>
  before.origin === origin &&
  configHash(before.auth) === configHash(auth) &&
  before.place.url === form.url &&
  before.place.gateway === form.gateway

/** Whether a form brought another secret than the one that was stored. */
export function isNewSecret({ auth: before }: ConnectionRow, { auth }: Sealed): boolean {
  const field = secretPathOf(auth as never)?.slice('auth.'.length)
  return field !== undefined && configHash(before[field] ?? null) !== configHash(auth[field] ?? null)
}
