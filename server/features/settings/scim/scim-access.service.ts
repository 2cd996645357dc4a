/** Lets the calls of an identity provider in: by the token of its company, from addresses that the company lets in. */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import { scimTokenStart } from '#contract/settings/scim/scim-limits.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { bearerOf } from '#server/platform/security/access.ts'
import { keyHash } from '#server/platform/security/api-keys.repository.ts'
import type { AdmitAddress } from '../../kit/company-addresses.ts'
import { ScimError } from './scim-error.ts'
import { findScimClient, noteScimUse, type ScimClient } from './scim-tokens.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly admitAddress: AdmitAddress }

export type AdmitScim = (authorization: string | undefined, ip: string) => Promise<ScimClient>

/** Maintenance of the company does not stop it: who left must be shut out then, too. @throws ScimError 401, `company/suspended`, `access/address` */
export const createScimAccess =
  ({ db, admitAddress }: Deps): AdmitScim =>
  async (authorization, ip) => {
    const token = bearerOf(authorization) ?? ''
    const client = token.startsWith(scimTokenStart) ? await findScimClient(db, keyHash(token)) : null
    if (!client) throw new ScimError(401, 'The token is missing, wrong or revoked.')
    if (client.isSuspended) throw refusal('company/suspended')
    const { companyId, createdBy: userId, addressRule } = client
    await admitAddress({ companyId, userId, addressRule }, ip)
    await noteScimUse(db, companyId, ip)
    return client
  }
