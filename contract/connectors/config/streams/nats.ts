/** Where the stream of a configuration is, and what its subjects may be. */
import type { NatsConfig } from '../config.ts'
import { plainHost } from '../database.ts'
import { fieldsOfTemplate } from '../operations/body-template.ts'

const usualPort = 4_222

export const natsPort = ({ port }: Pick<NatsConfig, 'port'>): number => port ?? usualPort

/** E.g. `nats://nats.example.com:4222`; empty when the host is none. */
export function natsAddress(config: NatsConfig): string {
  const host = plainHost(config.host)
  return host === null ? '' : `nats://${host}:${natsPort(config)}`
}

/** What a secret is bound to (threat T-CRED). As with databases, giving encryption or its check up counts as another place. */
export function natsOrigin(config: NatsConfig): string {
  const address = natsAddress(config)
  const { tls = 'verify' } = config
  return address === '' || tls === 'verify' ? address : `${address}?tls=${tls}`
}

/** The server takes no such characters in the name of a stream. */
export const isStreamName = (name: string): boolean => /^[^\s.*>/\\]+$/.test(name)

const isToken = (token: string) => /^[^\s*>]+$/.test(token)

/** Whether a text is a subject, with wildcards as whole tokens: `orders.*.eu`, `orders.>`. */
export function isFilter(subject: string): boolean {
  const tokens = subject.split('.')
  return tokens.every((token, at) => token === '*' || (token === '>' && at === tokens.length - 1) || isToken(token))
}

/** Whether a text is the subject of a message, with members of the record in braces: no wildcards, no empty token. */
export function isSubject(subject: string): boolean {
  const bare = withoutFields(subject)
  return bare.split('.').every(isToken) && !/[{}]/.test(bare)
}

/** Fields are paths and may contain points, which part no tokens. */
const withoutFields = (subject: string) =>
  fieldsOfTemplate(subject).reduce((text, field) => text.replaceAll(`{${field}}`, 'x'), subject)

/** The members of a record that the subject of a destination needs, each once. */
export const fieldsOfSubject = ({ subject = '' }: Pick<NatsConfig, 'subject'>): readonly string[] => fieldsOfTemplate(subject)
