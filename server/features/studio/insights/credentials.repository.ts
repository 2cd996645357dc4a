/** Credentials of the live version of a connector, in clear: for `expiry.ts`, and for nothing that leaves the server. */
import type { Kysely } from 'kysely'
import { secretFieldOf } from '#contract/connectors/config/config.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { isSecretRef, openedSecret } from '#server/records/connectors/secrets.repository.ts'
import type { ConnectorKey } from './insights.repository.ts'

/** `part`: source, destination, or the id of an enrichment. */
type Credential = { readonly part: string; readonly secret: string }

type Side = {
  readonly id?: string
  readonly auth?: { readonly type: keyof typeof secretFieldOf } & Record<string, unknown>
  readonly secrets?: readonly { readonly value: unknown }[]
}

function secretIdsOf({ auth, secrets = [] }: Side): string[] {
  const field = auth === undefined ? null : secretFieldOf[auth.type]
  const member = auth === undefined || field === null || field === undefined ? null : auth[field]
  return [member, ...secrets.map(({ value }) => value)].flatMap((it) => (isSecretRef(it) ? [it.secretId] : []))
}

export async function credentialsOf(
  db: Kysely<Tables>,
  vault: Vault,
  { companyId, connectorId }: ConnectorKey,
): Promise<Credential[]> {
  const live = await db
    .selectFrom('connectors as c')
    .innerJoin('connector_versions as v', (on) =>
      on.onRef('v.connector_id', '=', 'c.id').onRef('v.number', '=', 'c.live_version').onRef('v.company_id', '=', 'c.company_id'),
    )
    .select('v.config')
    .where('c.id', '=', connectorId)
    .where('c.company_id', '=', companyId)
    .executeTakeFirst()
  if (live === undefined) return []
  const { source, destination, enrichment } = live.config as unknown as {
    readonly source: Side
    readonly destination: Side
    readonly enrichment: readonly Side[]
  }
  const sides: readonly (readonly [string, Side])[] = [
    ['source', source],
    ['destination', destination],
    ...enrichment.map((it): [string, Side] => [it.id ?? '', it]),
  ]
  const found: Credential[] = []
  const ids = sides.flatMap(([part, side]) => secretIdsOf(side).map((id) => [part, id] as const))
  for (const [part, id] of ids) {
    const row = await db
      .selectFrom('connector_secrets')
      .select(['id', 'key_id', 'ciphertext'])
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .where('connector_id', '=', connectorId)
      .executeTakeFirst()
    const secret = row === undefined ? null : openedSecret(vault, row, companyId)
    if (secret !== null) found.push({ part, secret })
  }
  return found
}
