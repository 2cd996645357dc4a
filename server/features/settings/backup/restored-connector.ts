/** One connector of a backup becomes a new draft, with its secrets as far as they still open and belong where the draft sends them. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { RestoredConnectors } from '#contract/settings/retention/backups.ts'
import { addSecret, newSecretRef, openedSecret, type SecretRef } from '#server/records/connectors/secrets.repository.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { SessionCaller as Caller } from '../../../platform/security/access.ts'
import type { Vault } from '../../../platform/security/vault.ts'
import { drafted } from '../../connectors/details/connector-status.ts'
import { addConnector, type NewConnectorRow, namesLike } from '../../connectors/details/connectors.repository.ts'
import { addHistory } from '../../connectors/details/history.repository.ts'
import { boundSecrets, missingSecrets, withOtherSecrets } from '../../connectors/secrets/connector-secrets.ts'

export type BackupConnector = Pick<NewConnectorRow, 'name' | 'draft' | 'profile'> & { readonly id: string }
export type BackupSecret = {
  readonly id: string
  readonly connector_id: string
  readonly origin: string
  readonly key_id: string
  readonly ciphertext: string
}
type BackupEntry = { readonly id: string; readonly connector: BackupConnector; readonly secrets: readonly BackupSecret[] }

const nameMax = 128

/** "Orders (restored)", and with a number where there is one already. */
function nameOf(name: string, taken: readonly string[]): string {
  const start = name.slice(0, nameMax - 16)
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? `${start} (restored)` : `${start} (restored ${number})`
    if (!taken.includes(tried)) return tried
  }
}

export async function restoreConnector(
  tx: Kysely<Tables>,
  vault: Vault,
  { companyId, userId }: Caller,
  { id, connector, secrets }: BackupEntry,
): Promise<RestoredConnectors['connectors'][number]> {
  const copies = new Map<string, SecretRef>()
  const added = boundSecrets(connector.draft).flatMap(({ ref, origin }) => {
    const secret = secrets.find((each) => each.id === ref.secretId && each.origin === origin)
    const plain = secret ? openedSecret(vault, secret, companyId) : null
    if (plain === null) return []
    const copy = newSecretRef(plain)
    copies.set(ref.secretId, copy)
    return [{ ref: copy, companyId, connectorId: id, origin, plain }]
  })
  const name = nameOf(connector.name, await namesLike(tx, companyId, connector.name.slice(0, nameMax - 16)))
  const draft = { ...withOtherSecrets(connector.draft, (ref) => copies.get(ref.secretId) ?? ''), name }
  await addConnector(tx, {
    ...{ id, configId: uuid(), companyId, ownerId: userId, name, draft, standing: drafted },
    profile: { ...connector.profile, integrationName: name },
  })
  for (const secret of added) await addSecret(tx, vault, secret)
  await addHistory(tx, {
    ...{ companyId, connectorId: id, actorId: userId, what: 'created', from: null, to: 'Draft' },
    detail: `Restored from a backup of ${connector.name}.`,
  })
  return { id, name, needs: missingSecrets(draft).map(({ path }) => path) }
}
