import type { ActorRefFrom } from 'xstate'
import type { MailTest } from '#contract/settings/company-mail.ts'
import { createRequestMachine } from '../kit/request.machine.ts'
import type { MailDraft } from './mail-draft.ts'

/** What is sent: the mail server as it is written, saved or not, and whom the test mail is for. */
export type MailTestRequest = { readonly server: MailDraft | null; readonly testRecipient: string }

/** One test mail, with what the mail server said at each step. */
export const mailTestMachine = createRequestMachine<MailTestRequest, MailTest>({ id: 'mail-test' })

export type MailTestActor = ActorRefFrom<typeof mailTestMachine>
