/** What administrators are told about the identity provider of their company, once each. */
import { type Kysely, sql } from 'kysely'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { type Mail, mail } from '#server/platform/mail/mails.ts'
import { listAdministrators } from '../../kit/blocked-addresses.repository.ts'
import { notify } from '../../kit/notify.ts'
import { noteUnverified } from './connection.repository.ts'
import { configurationOf } from './connection.ts'
import { shownCertificates } from './saml/certificates.ts'

type Db = Kysely<Tables>

const securityUrl = (publicUrl: string) => `${publicUrl}/system-settings?tab=security`

async function tellAdministrators(tx: Db, companyId: string, it: Mail): Promise<void> {
  for (const { userId } of await listAdministrators(tx, companyId)) await notify(tx, { companyId, userId }, 'security', it)
}

/** A first sign-in was refused because the provider does not say that the email is verified. */
export function noteUnverifiedSignIn(db: Db, companyId: string, publicUrl: string): Promise<void> {
  return inOneCommit(db, async (tx) => {
    if (!(await noteUnverified(tx, companyId))) return
    await tellAdministrators(
      tx,
      companyId,
      mail(
        'Single sign-on rejects new members',
        "Datacrane rejected a new member's first sign-in because your identity provider didn't confirm their email address. Members who signed in before are not affected.",
        "Can members choose their email address at the provider? If not, turn on “Company-managed email addresses” under Security Settings. Otherwise, set up the provider to send email_verified. You'll get this message once.",
        securityUrl(publicUrl),
      ),
    )
  })
}

const day = 86_400_000
/** Days before the end of a certificate. */
const announcedDays = 30

type Announced = { readonly value: unknown; readonly announced: string[] }

/** Companies that sign in with SAML. */
const samlCompanies = (db: Db) =>
  sql<{ companyId: string }>`select company_id as "companyId" from sso_connections
    where status in ('optional', 'enforced') and value ->> 'provider' = 'SAML'`.execute(db)

async function announceOf(tx: Db, companyId: string, publicUrl: string, now: number): Promise<void> {
  const { rows } = await sql<Announced>`select value, announced_certificates as announced from sso_connections
    where company_id = ${companyId} for update`.execute(tx)
  const [row] = rows
  if (!row) return
  const { saml } = configurationOf(row.value)
  const certificates = saml.certificate === '' ? [] : shownCertificates(saml.certificate)
  const last = certificates.toSorted((one, other) => Date.parse(one.validTo) - Date.parse(other.validTo)).at(-1)
  // Where the next one is saved already, nothing ends.
  if (!last || Date.parse(last.validTo) - now > announcedDays * day || row.announced.includes(last.fingerprint)) return
  await tx
    .updateTable('sso_connections')
    .set({ announced_certificates: certificates.map(({ fingerprint }) => fingerprint) })
    .where('company_id', '=', companyId)
    .execute()
  const isOver = Date.parse(last.validTo) <= now
  await tellAdministrators(
    tx,
    companyId,
    mail(
      isOver ? "Your identity provider's certificate has expired" : "Your identity provider's certificate expires soon",
      `Your identity provider's signing certificate (${last.subject}) ${isOver ? 'expired' : 'expires'} on ${last.validTo.slice(0, 10)} (UTC). ${isOver ? 'No one can sign in' : 'After that, no one can sign in'} with single sign-on.`,
      "Add the provider's next certificate under Security Settings. You'll get this message once per certificate.",
      securityUrl(publicUrl),
    ),
  )
}

type Deps = { readonly db: Db; readonly publicUrl: string }

export async function announceCertificates({ db, publicUrl }: Deps, now = Date.now()): Promise<void> {
  for (const { companyId } of (await samlCompanies(db)).rows)
    await inOneCommit(db, (tx) => announceOf(tx, companyId, publicUrl, now))
}
