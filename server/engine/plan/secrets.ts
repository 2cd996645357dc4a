/** The secrets of one connector, for the origin that they are bound to (threat T-CRED). */
import type { Kysely } from 'kysely'

import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { shownOrigins } from '../../platform/security/secret-origins.ts'
import type { Vault } from '../../platform/security/vault.ts'
import {
  type ConnectionSecret,
  isConnectionSecret,
  readConnectionSecret,
} from '../../records/connections/connection-use.repository.ts'
import { isSecretRef, readSecret } from '../../records/connectors/secrets.repository.ts'
import type { Tools } from '../kit/kind.ts'

type Owner = { readonly companyId: string; readonly connectorId: string }

/** Throws `connector/invalid` for a secret that may not be sent to the origin. An empty text means that none was set. */
export function secretReader(db: Kysely<Tables>, vault: Vault, { companyId, connectorId }: Owner): Tools['readSecret'] {
  return async (reference, origin) => {
    if (reference === '') return ''
    if (isConnectionSecret(reference)) return secretOfConnection(db, vault, { companyId, ...reference }, origin)
    const { secretId } = isSecretRef(reference) ? reference : { secretId: null }
    const plain = secretId === null ? null : await readSecret(db, vault, { companyId, connectorId, secretId, origin })
    if (plain === null)
      throw refusal('connector/invalid', {
        message: `The secret was saved for another URL than ${shownOrigins(origin)}. Enter it again and deploy.`,
      })
    return plain
  }
}

/**
 * The secret of a connection, for the origin that it is bound to. Throws `connection/moved` for another one, and `connection/not-found` where there is
 * none.
 */
export async function secretOfConnection(
  db: Kysely<Tables>,
  vault: Vault,
  which: ConnectionSecret & { readonly companyId: string },
  origin: string,
): Promise<string> {
  const secret = await readConnectionSecret(db, vault, which, origin)
  if (secret === null) throw refusal('connection/not-found')
  if (secret === 'moved') throw refusal('connection/moved')
  return secret.plain
}
