import type { MailServer } from '../../outbound/mail.ts'

/** The value holds a password, so no message repeats it. */
export function mailServer(value: string | null, from: string | null): MailServer | null {
  if (value === null) return null
  if (from === null || !/^([^@<>\r\n]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/.test(from)) {
    throw new Error('SMTP_URL needs SMTP_FROM, the sender of every email, like "Datacrane <no-reply@example.com>".')
  }
  const form = 'SMTP_URL must be smtp://host:port or smtps://host:port, with user:password@ before the host if needed.'
  if (!URL.canParse(value)) throw new Error(form)
  const { protocol, hostname, port, username, password: word, pathname, search } = new URL(value)
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '' || !['', '/'].includes(pathname) || search !== '')
    throw new Error(form)
  const plain = (part: string) => {
    try {
      return decodeURIComponent(part) || null
    } catch {
      throw new Error('In SMTP_URL, write a % in user or password as %25.')
    }
  }
  const secure = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    user: plain(username),
    password: plain(word),
    from,
  }
}
