/** A connector is copied: its draft into a draft of its own, with secrets that are bound to where they were bound before. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Duplicate } from '#contract/connectors/details/duplicate.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import {
  addSecret,
  type NewSecret,
  newSecretRef,
  readSecret,
  type SecretRef,
} from '#server/records/connectors/secrets.repository.ts'
import type { Quotas } from '../../billing/quotas.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { readShapes, writeShapes } from '../config/shapes.repository.ts'
import { boundSecrets, missingSecrets, withOtherSecrets } from '../secrets/connector-secrets.ts'
import { profileOf } from './connector.service.ts'
import { drafted } from './connector-status.ts'
import { addConnector, type ConnectorRecord, findConnector, namesLike } from './connectors.repository.ts'
import { addHistory } from './history.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault; readonly quotas: Pick<Quotas, 'refuseConnectors'> }

export type ConnectorCopyService = ReturnType<typeof createConnectorCopyService>

const nameMax = 128

/** "Copy of Orders", and with a number where there is one already. */
function nameOfCopy(name: string, taken: readonly string[]): string {
  const plain = `Copy of ${name}`.slice(0, nameMax - 5)
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? plain : `${plain} ${number}`
    if (!taken.includes(tried)) return tried
  }
}

export function createConnectorCopyService({ db, vault, quotas }: Deps) {
  /** Each secret once more, for the copy and the same origin; one that does not stand where it was given for is left out. */
  async function secretsFor(tx: Kysely<Tables>, { companyId, connector, draft }: ConnectorRecord, connectorId: string) {
    const added: NewSecret[] = []
    const copies = new Map<string, SecretRef>()
    for (const { ref, origin } of boundSecrets(draft)) {
      const plain = await readSecret(tx, vault, { companyId, connectorId: connector._id, secretId: ref.secretId, origin })
      if (plain === null) continue
      const copy = newSecretRef(plain)
      copies.set(ref.secretId, copy)
      added.push({ ref: copy, companyId, connectorId, origin, plain })
    }
    return { added, draft: withOtherSecrets(draft, (ref) => copies.get(ref.secretId) ?? '') }
  }

  return {
    /** @param newId of the copy; the same one again gives the copy that was made with it. */
    async duplicate(caller: Caller, id: string, newId: string): Promise<Duplicate> {
      const tenantScope = tenantScopeOf(caller)
      const copy = await inOneCommit(db, async (tx) => {
        const made = await findConnector(tx, tenantScope, newId)
        if (made) return made
        const original = await findConnector(tx, tenantScope, id)
        if (!original) throw refusal('connector/not-found')
        const { companyId, connector } = original
        const name = nameOfCopy(connector.name, await namesLike(tx, companyId, 'Copy of '))
        const { added, draft } = await secretsFor(tx, original, newId)
        await addConnector(tx, {
          ...{ id: newId, configId: uuid(), companyId, ownerId: caller.userId, name, standing: drafted },
          draft: { ...draft, name },
          profile: { ...profileOf(connector), integrationName: name },
        })
        await quotas.refuseConnectors(tx, companyId)
        for (const secret of added) await addSecret(tx, vault, secret)
        await writeShapes(tx, { companyId, connectorId: newId }, await readShapes(tx, { companyId, connectorId: id }), true)
        await addHistory(tx, {
          ...{ companyId, connectorId: newId, actorId: caller.userId, what: 'created', from: null, to: 'Draft' },
          detail: `Created as a copy of ${connector.name}.`,
        })
        return findConnector(tx, tenantScope, newId)
      })
      if (!copy) throw refusal('connector/not-found')
      const { _id: connectorId, name } = copy.connector
      return { connectorId, name, needs: missingSecrets(copy.draft).map(({ path }) => path) }
    },
  }
}
