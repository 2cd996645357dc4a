/**
 * Who is told of a private endpoint: the operator when it is requested; who asked, and the administrators of the company, when it is decided. Names
 * are anybody's words: they become no links.
 */
import { type Kysely, sql } from 'kysely'
import type { EndpointStatus } from '#contract/settings/network/private-endpoint.lifecycle.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { linkless, type Mail, mail } from '../../../platform/mail/mails.ts'
import { notify } from '../../kit/notify.ts'
import type { EndpointRow } from './private-endpoints.repository.ts'

type Db = Kysely<Tables>
type Person = { readonly companyId: string; readonly userId: string }

const people = (tx: Db) =>
  tx
    .selectFrom('users')
    .select(['id as userId', 'company_id as companyId'])
    .where('active', '=', true)
    .where('confirmed', '=', true)
    .where('removed_at', 'is', null)

async function tell(tx: Db, to: readonly Person[], it: Mail): Promise<void> {
  for (const person of to) await notify(tx, person, 'updates', it)
}

const addressOf = (row: EndpointRow) =>
  row.gateway_name === null ? row.endpoint_url : `${row.endpoint_url} behind ${linkless(row.gateway_name)}`

/** To be called in the commit in which it is requested. */
export async function tellOperators(tx: Db, row: EndpointRow, publicUrl: string): Promise<void> {
  await tell(
    tx,
    await people(tx).where('role', '=', 'SUPER_ADMIN').execute(),
    mail(
      `${linkless(row.company)} requests a private endpoint`,
      `${linkless(row.company)} requests access to “${linkless(row.name)}” (${addressOf(row)}) for its connectors. The endpoint stays closed until you approve it.`,
      `Approve or decline it: ${publicUrl}/admin`,
    ),
  )
}

const outcomes = {
  approved: {
    words: 'was approved',
    meaning: 'Your connectors can reach it while the endpoint and Cloud-to-cloud are on.',
  },
  refused: { words: 'was declined', meaning: 'The endpoint stays closed. You can request it again.' },
  withdrawn: { words: 'was withdrawn', meaning: 'We closed its connections. You can request it again.' },
} as const satisfies Record<Exclude<EndpointStatus, 'asked'>, { readonly words: string; readonly meaning: string }>

/** To be called in the commit of the decision. */
export async function tellDecision(tx: Db, row: EndpointRow, publicUrl: string): Promise<void> {
  if (row.status === 'asked') return
  const { words, meaning } = outcomes[row.status]
  const isTold = sql<boolean>`(role in ('ADMIN', 'SUPER_ADMIN') or id = ${row.asked_by})`
  await tell(
    tx,
    await people(tx).where('company_id', '=', row.company_id).where(isTold).execute(),
    mail(
      `The private endpoint “${linkless(row.name)}” ${words}`,
      `The Datacrane operator decided on “${linkless(row.name)}” (${addressOf(row)}), and it ${words}. ${meaning}`,
      ...(row.reason === null ? [] : [`Reason: ${row.reason}`]),
      `${publicUrl}/system-settings?tab=network`,
    ),
  )
}
