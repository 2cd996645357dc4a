/** Apps with which people sign in to other systems. Their secrets go in and never come out; an app is replaced by another one, never changed. */
import type { Kysely } from 'kysely'
import type { oauthConnectionEndpoints } from '#contract/connections/oauth.ts'
import type { OauthApp, OauthAppForm } from '#contract/connections/oauth-app.ts'
import { appFaults, settingsOfApp } from '#contract/connections/oauth-app-check.ts'
import { oauthLimits as limits, oauthCallbackPath } from '#contract/connections/oauth-limits.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { shownOf } from '#server/platform/security/settings-secrets.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { appSecretPlace } from '#server/records/connections/connection-tokens.repository.ts'
import type { Audit } from '../../../kit/audit-trail.ts'
import { addApp, findApp, listApps, removeApp, usersOfApp } from './oauth-apps.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault; readonly publicUrl: string }
type Row = Awaited<ReturnType<typeof listApps>>[number]

const mayDelete = (caller: Caller, { company_id: companyId }: Pick<Row, 'company_id'>) =>
  companyId === null ? caller.role === 'SUPER_ADMIN' : caller.role !== 'USER'

const shown = (caller: Caller, row: Row): OauthApp => ({
  ...{ id: row.id, provider: row.provider, name: row.name, clientId: row.client_id },
  clientSecret: row.client_secret === null ? null : { set: true, last4: row.client_secret.last4 },
  ...{ authorizeUrl: row.settings.authorizeUrl, tokenUrl: row.settings.tokenUrl, scopes: row.settings.scopes },
  ...{ isForAll: row.company_id === null, createdAt: row.created_at.toISOString(), isYours: mayDelete(caller, row) },
})

export function createOauthAppService({ db, vault, publicUrl }: Deps) {
  return {
    async list(caller: Caller): Promise<ReplyOf<typeof oauthConnectionEndpoints.apps>> {
      const data = (await listApps(db, caller.companyId)).map((row) => shown(caller, row))
      const callbackUrl = `${publicUrl}${oauthCallbackPath}`
      return { data, total: data.length, callbackUrl, mayAdd: caller.role !== 'USER' }
    },

    /** @throws `request/malformed`, `oauth-app/not-yours`, `oauth-app/too-many` */
    async add(caller: Caller, form: OauthAppForm, id: string, audit: Audit): Promise<OauthApp> {
      if (form.isForAll === true && caller.role !== 'SUPER_ADMIN') throw refusal('oauth-app/not-yours')
      const errors = appFaults(form)
      const [first] = errors
      if (first) throw refusal('request/malformed', { message: `${first.message}.`, errors })
      const companyId = form.isForAll === true ? null : caller.companyId
      const { clientSecret } = form
      const secret =
        clientSecret === '' ? null : { ...vault.seal(clientSecret, appSecretPlace(id, companyId)), last4: shownOf(clientSecret) }
      const app = {
        ...{ id, company_id: companyId, provider: form.provider, name: form.name.trim(), client_id: form.clientId.trim() },
        ...{ settings: settingsOfApp(form), secret, createdBy: caller.userId },
      }
      return inOneCommit(db, async (tx) => {
        if (!(await addApp(tx, app, limits.apps))) throw refusal('oauth-app/too-many')
        const row = await findApp(tx, caller.companyId, id)
        if (row === null) throw refusal('oauth-app/not-found')
        const added = shown(caller, row)
        await audit(tx, { after: added })
        return added
      })
    },

    /** @throws `oauth-app/not-found`, `oauth-app/not-yours`, `oauth-app/in-use` */
    async remove(caller: Caller, id: string, audit: Audit): Promise<{ id: string }> {
      return inOneCommit(db, async (tx) => {
        const row = await findApp(tx, caller.companyId, id)
        if (row === null) throw refusal('oauth-app/not-found')
        if (!mayDelete(caller, row)) throw refusal('oauth-app/not-yours')
        const { names, all } = await usersOfApp(tx, caller.companyId, id)
        // Connections of other companies are counted and not named.
        const others = all - names.length
        const listed = [...names.slice(0, 20), ...(others > 0 ? [`${others} of other companies`] : [])].join(', ')
        if (all > 0)
          throw refusal('oauth-app/in-use', {
            message: `Connections use this app: ${listed}. Select another app there, then delete this app.`,
          })
        await removeApp(tx, id)
        await audit(tx, { before: shown(caller, row) })
        return { id }
      })
    },
  }
}
