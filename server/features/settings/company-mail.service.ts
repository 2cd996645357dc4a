/** The mail server of a company: how mails go through it, and the test that shows what it says. `worklist.md` C-5, X14, X15. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { CompanyMailState, companyMailEndpoints, MailTest } from '#contract/settings/company-mail.ts'
import { companyMailLimits, companyMailTexts } from '#contract/settings/company-mail-limits.ts'
import type { NotificationsChange } from '#contract/settings/notification-settings.ts'
import type { CompanyMail } from '../../outbound/company-mail.ts'
import type { MailServer } from '../../outbound/mail.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { CompanyServers } from '../../platform/mail/mailer.ts'
import type { Caller } from '../../platform/security/access.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { countTest, findMailState, noteMail } from './company-mail.repository.ts'
import {
  faultsOfSmtp,
  isMailAddress,
  isMasked,
  isSameServer,
  notificationSection,
  passwordPath,
  type Smtp,
  senderOf,
} from './notification-settings.ts'
import { createSectionStore } from './section-store.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault; readonly mail: CompanyMail }

/** Milliseconds of a whole conversation. */
const testLimit = 45_000

export function createCompanyMailService({ db, vault, mail }: Deps) {
  const store = createSectionStore(vault)
  const read = async (companyId: string): Promise<NotificationsChange> =>
    (await store.read(db, notificationSection, companyId)).value
  const passwordOf = (companyId: string) => store.secretOf(db, notificationSection, companyId, passwordPath)

  const serverOf = (smtp: Smtp, password: string | null): MailServer => ({
    ...{ host: smtp.host, port: smtp.port, secure: smtp.secure, from: senderOf(smtp) },
    ...{ user: smtp.username === '' ? null : smtp.username, password },
  })

  const servers: CompanyServers = {
    async senderOf(companyId) {
      const { enabled, smtpConfiguration: smtp } = (await read(companyId)).emailNotifications
      if (!enabled) return null
      const server = serverOf(smtp, await passwordOf(companyId))
      return (message, signal) => mail.send(server, message, signal)
    },
    note: (companyId, outcome) => noteMail(db, companyId, outcome.type === 'accepted' ? null : outcome.said),
  }

  return {
    servers,

    async state({ companyId }: Caller): Promise<CompanyMailState> {
      const { accepted_at, refused_at, refusal: said, fell_back: fellBack } = await findMailState(db, companyId)
      const [acceptedAt, refusedAt] = [accepted_at?.toISOString() ?? null, refused_at?.toISOString() ?? null]
      return { acceptedAt, refusedAt, refusal: said, fellBack }
    },

    /** @throws `request/malformed` where a field is missing, `settings/mail-tests-used-up` */
    async test({ companyId }: Caller, form: BodyOf<(typeof companyMailEndpoints)['test']>): Promise<MailTest> {
      const { testRecipient, sender = '', ...rest } = form
      const smtp: Smtp = { ...rest, sender, host: rest.host.trim(), username: rest.username.trim() }
      const { smtpConfiguration: saved } = (await read(companyId)).emailNotifications
      const password = isMasked(smtp.password) ? (isSameServer(smtp, saved) ? await passwordOf(companyId) : null) : smtp.password
      refuseIncomplete(smtp, saved, typeof password === 'string' ? password : '', testRecipient.trim())
      if (!(await countTest(db, companyId, companyMailLimits.testsAnHour))) throw refusal('settings/mail-tests-used-up')
      const subject = 'Test mail from Datacrane'
      const text = 'This is the test email from System Settings, Notification Settings. Your mail server works.\n'
      const message = { id: uuid(), to: testRecipient.trim(), subject, text, date: new Date() }
      const server = serverOf(smtp, typeof password === 'string' ? password : null)
      const { steps, ...outcome } = await mail.trial(server, message, AbortSignal.timeout(testLimit))
      const isOk = outcome.type === 'accepted'
      const sentence = isOk
        ? `The mail server accepted an email to ${message.to}.`
        : `${companyMailTexts.testFailed}: ${outcome.said}`
      return { success: isOk, message: sentence, steps: [...steps] }
    },
  }
}

/** @throws `request/malformed` */
function refuseIncomplete(smtp: Smtp, saved: Smtp, password: string, recipient: string): void {
  const faults: Record<string, string> = {
    ...(smtp.username === '' ? { username: companyMailTexts.fillIn } : {}),
    ...(password === '' ? { password: companyMailTexts.fillIn } : {}),
    ...faultsOfSmtp(smtp, saved),
    ...(isMailAddress(recipient) ? {} : { testRecipient: companyMailTexts.address }),
  }
  const errors = Object.entries(faults).map(([field, message]) => ({ path: `/${field}`, message }))
  if (errors[0]) throw refusal('request/malformed', { message: `${errors[0].message}.`, errors })
}
