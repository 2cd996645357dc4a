/** Email over SMTP. The server is the operator's own word from the environment, so it may be on a private network; those of companies are in `company-mail.ts`. */
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'

import { isLoopback } from './addresses.ts'
import { htmlOf } from './mail-html.ts'

export type MailServer = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise as soon as the server offers it. */
  readonly secure: boolean
  readonly user: string | null
  readonly password: string | null
  /** Sender of every message: an address, or a name with one. */
  readonly from: string
}

export type Mail = {
  /** The same on every try, so that whoever gets it twice can tell. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly date: Date
}

export type MailOutcome =
  | { readonly type: 'accepted' }
  /** `isFinal`: the server refuses this message or its recipient, and would again. */
  | { readonly type: 'refused'; readonly said: string; readonly isFinal: boolean }

export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<MailOutcome>

/** Milliseconds: connection and greeting; silence. */
const connectLimit = 10_000
const silenceLimit = 20_000
const replyTextMax = 1_000

type SmtpError = Error & { readonly command?: string; readonly response?: string; readonly responseCode?: number }

/** What a server says about this message, and not about us or itself. */
const commandsOfAMessage = ['RCPT TO', 'DATA']

const isHere = (host: string) => host === 'localhost' || isLoopback(host.replaceAll(/[[\]]/g, ''))

const bare = (host: string) => host.replaceAll(/[[\]]/g, '')

type Reached = {
  /** The address that is connected to; the name of the host is still the one that its certificate must be for. */
  readonly address?: string
  /** Hears the conversation, line by line. */
  readonly hear?: (by: 'client' | 'server', line: string) => void
}

/** How a mail server is talked to: one connection a message. */
export function mailTransport({ host, port, secure, user, password }: Omit<MailServer, 'from'>, { address, hear }: Reached = {}) {
  const local = isHere(address ?? host)
  const heard = ({ tnx }: { tnx?: string } = {}, line: unknown = '') => {
    if (tnx === 'client' || tnx === 'server') hear?.(tnx, String(line))
  }
  const silent = () => {}
  return createTransport({
    host: bare(address ?? host),
    port,
    secure,
    // A password goes through a wire in the open only when the wire does not leave this machine.
    requireTLS: !secure && user !== null && !local,
    ...(local ? { tls: { rejectUnauthorized: false } } : {}),
    ...(address === undefined || isIP(bare(host)) !== 0 ? {} : { servername: bare(host) }),
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    ...(hear === undefined
      ? {}
      : {
          transactionLog: true,
          logger: {
            level: silent,
            trace: silent,
            debug: heard,
            info: silent,
            warn: silent,
            error: silent,
            fatal: silent,
          } as never,
        }),
    connectionTimeout: connectLimit,
    greetingTimeout: connectLimit,
    dnsTimeout: connectLimit,
    socketTimeout: silenceLimit,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** What a mail server says, without what it repeats of a password and without control characters. */
export function plainly(text: string, password: string | null): string {
  const secrets = password ? [password, Buffer.from(password).toString('base64')] : []
  return secrets
    .reduce((masked, secret) => masked.replaceAll(secret, '[secret]'), text)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, replyTextMax)
}

/** Sends one message. Never throws: whatever happens to it is an outcome. */
export async function sendThrough(
  transport: ReturnType<typeof mailTransport>,
  { from, password }: Pick<MailServer, 'from' | 'password'>,
  { id, to, subject, text, date }: Mail,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const domain = /@([^\s>@]+)>?$/.exec(from)?.[1] ?? 'datacrane.invalid'
  try {
    const messageId = `<${id}@${domain}>`
    // An address as an object is taken as it is: as text it could name several people.
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html: htmlOf(subject, text),
      date,
      messageId,
      signal,
    })
    return { type: 'accepted' }
  } catch (thrown) {
    const error = thrown as SmtpError
    const isFinal = (error.responseCode ?? 0) >= 500 && commandsOfAMessage.includes(error.command ?? '')
    return { type: 'refused', said: plainly(error.response ?? error.message, password), isFinal }
  }
}

/** The mail server of this installation. */
export function createMailSender(server: MailServer): SendMail {
  const transport = mailTransport(server)
  return (mail, signal) => sendThrough(transport, server, mail, signal)
}
