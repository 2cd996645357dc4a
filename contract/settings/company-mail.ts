/** The mail server of a company: which of its mails go through it, and a test that shows each step. `worklist.md` C-5, X14, X15. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Instant, oneOf, orNull, SecretMask } from '../kit/schemas.ts'
import { companyMailLimits as limits, mailSteps } from './company-mail-limits.ts'

const Password = Type.Union([Type.String({ maxLength: limits.passwordMax }), SecretMask])

const server = {
  host: Type.String({ maxLength: limits.hostMax }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** TLS from the first byte; otherwise as soon as the server offers it, and always before a password is sent. */
  secure: Type.Boolean(),
  username: Type.String({ maxLength: limits.usernameMax }),
  /** Text, '' for none, or the mask of what is stored. */
  password: Password,
  /** The address that mails come from; empty: the user name, where it is an address. */
  sender: Type.String({ maxLength: limits.addressMax }),
}

export const EmailNotifications = closed({ enabled: Type.Boolean(), smtpConfiguration: closed(server) })
export type EmailNotifications = Static<typeof EmailNotifications>

export const SentMailServer = closed({ ...server, sender: Type.Optional(server.sender) })

const TestStep = Type.Object({
  step: oneOf(...mailSteps),
  isOk: Type.Boolean(),
  /** What the mail server said. */
  said: Type.String(),
})

export const MailTest = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  /** As far as the conversation came. */
  steps: Type.Array(TestStep),
})
export type MailTest = Static<typeof MailTest>

/** How the mail server of the company has done, by the mails that went to it. */
export const CompanyMailState = Type.Object({
  acceptedAt: orNull(Instant),
  refusedAt: orNull(Instant),
  /** What it said when it refused last. */
  refusal: orNull(Type.String()),
  /** Mails of the last 24 hours that went through the mail server of this installation instead. */
  fellBack: Count,
})
export type CompanyMailState = Static<typeof CompanyMailState>

export const companyMailEndpoints = {
  test: endpoint({
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:write',
    forbidden: 'settings/forbidden',
    method: 'POST',
    path: '/api/system-settings/notifications/test-email',
    summary: "Send a test email through a mail server, and show each step's response",
    audit: 'settings.mailTested',
    // Each call is another conversation.
    idempotent: false,
    body: closed({
      ...SentMailServer.properties,
      testRecipient: Type.String({ maxLength: limits.addressMax }),
    }),
    status: 200,
    reply: MailTest,
  }),
  state: endpoint({
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:read',
    forbidden: 'settings/forbidden',
    method: 'GET',
    path: '/api/system-settings/notifications/mail-state',
    summary: "Get the latest results of your company's mail server",
    status: 200,
    reply: CompanyMailState,
  }),
} as const
