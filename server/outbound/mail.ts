/** E-mail over SMTP. The server is the operator's own word from the environment, so it may be on a private network. */
import { createTransport } from 'nodemailer'

import { isLoopback } from './addresses.ts'

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
const saidMax = 1_000

type SmtpError = Error & { readonly command?: string; readonly response?: string; readonly responseCode?: number }

/** What a server says about this message, and not about us or itself. */
const commandsOfAMessage = ['RCPT TO', 'DATA']

const isHere = (host: string) => host === 'localhost' || isLoopback(host.replaceAll(/[[\]]/g, ''))

/** Never throws: whatever happens to a message is an outcome. One connection a message. */
export function createMailSender({ host, port, secure, user, password, from }: MailServer): SendMail {
  const local = isHere(host)
  const transport = createTransport({
    host: host.replaceAll(/[[\]]/g, ''),
    port,
    secure,
    // A password goes through a wire in the open only when the wire does not leave this machine.
    requireTLS: !secure && user !== null && !local,
    ...(local ? { tls: { rejectUnauthorized: false } } : {}),
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: connectLimit,
    greetingTimeout: connectLimit,
    dnsTimeout: connectLimit,
    socketTimeout: silenceLimit,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>@]+)>?$/.exec(from)?.[1] ?? 'datacrane.invalid'
  const secrets = password ? [password, Buffer.from(password).toString('base64')] : []

  function saidOf({ response, message }: SmtpError): string {
    const masked = secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), response ?? message)
    return masked
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .slice(0, saidMax)
  }

  return async ({ id, to, subject, text, date }, signal) => {
    try {
      const messageId = `<${id}@${domain}>`
      // An address as an object is taken as it is: as text it could name several people.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, date, messageId, signal })
      return { type: 'accepted' }
    } catch (thrown) {
      const error = thrown as SmtpError
      const isFinal = (error.responseCode ?? 0) >= 500 && commandsOfAMessage.includes(error.command ?? '')
      return { type: 'refused', said: saidOf(error), isFinal }
    }
  }
}
