/** Mail servers that companies have named: behind the same guard as everything else that they name (X14, threats T-SSRF-1, T-SSRF-2 and T-SSRF-5). */
import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import { type MailStep, mailPorts, mailSteps } from '#contract/settings/company-mail-limits.ts'
import { addressGuard } from './addresses.ts'
import { guardedLookup, type NameLookup } from './connecting.ts'
import { type Mail, type MailOutcome, type MailServer, mailTransport, plainly, sendThrough } from './mail.ts'

export type HeardStep = { readonly step: MailStep; readonly isOk: boolean; readonly said: string }

export type CompanyMail = {
  /** Never throws, like `SendMail`. */
  readonly send: (server: MailServer, mail: Mail, signal: AbortSignal) => Promise<MailOutcome>
  /** Likewise, with what the server said at each step. */
  readonly trial: (
    server: MailServer,
    mail: Mail,
    signal: AbortSignal,
  ) => Promise<MailOutcome & { readonly steps: readonly HeardStep[] }>
}

type Options = { readonly egressAllow?: readonly string[]; readonly lookup?: NameLookup }

/** The same for every reason, so that it says nothing about a network. */
const notReached = "The mail server can't be reached."
const nameLimit = 5_000
const accepted: MailOutcome = { type: 'accepted' }

/** Where a conversation is by what the client says; null where the answer is of no step; undefined where it goes on with the same one. */
function stepOf(line: string): MailStep | null | undefined {
  if (/^(EHLO|HELO|LHLO|QUIT|RSET|NOOP)/i.test(line)) return null
  if (/^STARTTLS/i.test(line)) return 'tls'
  if (/^AUTH/i.test(line)) return 'sign-in'
  if (/^MAIL FROM/i.test(line)) return 'sender'
  if (/^RCPT TO/i.test(line)) return 'recipient'
  return /^DATA/i.test(line) ? 'message' : undefined
}

/** Puts the lines that are heard into steps. Commands may be sent together, and are answered in their order; the last answer of a step counts. */
function listener({ secure, password }: MailServer) {
  const answers = new Map<MailStep, string>()
  // The greeting answers the connection.
  const waiting: (MailStep | null)[] = ['connect']
  let [newest, current]: (MailStep | null)[] = ['connect', 'connect']
  return {
    hear: (by: 'client' | 'server', line: string) => {
      if (by === 'client') {
        const step = stepOf(line)
        newest = step === undefined ? (newest ?? null) : step
        waiting.push(newest)
        return
      }
      current = waiting.length > 0 ? (waiting.shift() ?? null) : (current ?? null)
      if (current !== null) answers.set(current, plainly(line, password))
    },
    steps: (outcome: MailOutcome): readonly HeardStep[] => {
      if (secure && answers.has('connect')) answers.set('tls', 'TLS from the first byte.')
      const heard = mailSteps.flatMap((step) => {
        const said = answers.get(step)
        return said === undefined ? [] : [{ step, isOk: !/^[45]/.test(said), said }]
      })
      if (outcome.type === 'accepted') return heard
      // What follows a refusal was sent before it was heard.
      const refused = heard.findIndex(({ isOk }) => !isOk)
      const end = refused < 0 ? heard.length - 1 : refused
      const step = heard[end]?.step ?? 'connect'
      return [...heard.slice(0, Math.max(end, 0)), { step, isOk: false, said: outcome.said }]
    },
  }
}

export function createCompanyMail({ egressAllow = [], lookup = systemLookup }: Options = {}): CompanyMail {
  const isAllowed = addressGuard(egressAllow)

  /** The address that a server is connected to; null where the guard refuses it or there is none. No name is asked again. */
  function addressOf({ host, port }: MailServer): Promise<string | null> {
    const literal = host.replaceAll(/[[\]]/g, '')
    if (!(mailPorts as readonly number[]).includes(port)) return Promise.resolve(null)
    if (isIP(literal) !== 0) return Promise.resolve(isAllowed(literal) ? literal : null)
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(null), nameLimit)
      guardedLookup(isAllowed, lookup)(literal, {}, (error, address) => {
        clearTimeout(late)
        resolve(error || typeof address !== 'string' || address === '' ? null : address)
      })
    })
  }

  return {
    send: async (server, mail, signal) => {
      const address = await addressOf(server)
      if (address === null) return { type: 'refused', said: notReached, isFinal: false }
      return sendThrough(mailTransport(server, { address }), server, mail, signal)
    },
    trial: async (server, mail, signal) => {
      const address = await addressOf(server)
      const heard = listener(server)
      const outcome: MailOutcome =
        address === null
          ? { type: 'refused', said: notReached, isFinal: false }
          : await sendThrough(mailTransport(server, { address, hear: heard.hear }), server, mail, signal)
      // Where nothing was heard, why is not told.
      const isMute = outcome.type === 'refused' && heard.steps(accepted).length === 0
      const plain: MailOutcome = isMute ? { ...outcome, said: notReached } : outcome
      return { ...plain, steps: heard.steps(plain) }
    },
  }
}
