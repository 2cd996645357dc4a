/** What the provider of a test says otherwise than it did. */
import type { Said as Answer, Idp } from '../identity-provider.ts'

/** Another token of who somebody is, in place of the one that was sent. */
export async function withToken(answer: Answer, forge: (claims: object) => Promise<string>): Promise<Answer> {
  const said = JSON.parse(answer.body)
  const [, payload = ''] = said.id_token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { ...answer, body: JSON.stringify({ ...said, id_token: await forge(claims) }) }
}

export const withEmail = (idp: Idp, answer: Answer, email: string) =>
  withToken(answer, (claims) => idp.sign({ ...claims, email, email_verified: true }))

/** The provider says who a person is, and not whether the email is verified. */
export const leavesOpen = (at: string, answer: Answer): Answer =>
  at === '/me' ? { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), email_verified: undefined }) } : answer

/** A place of the provider that its description names otherwise. */
export const describedAt =
  (name: string, address: string) =>
  (at: string, answer: Answer): Answer =>
    at === '/.well-known/openid-configuration'
      ? { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), [name]: address }) }
      : answer

/** Addresses that no setting of a provider may have. */
export const shutAddresses = [
  'http://10.0.0.1/',
  'https://10.0.0.1/',
  'https://169.254.169.254/',
  'https://[::1]/',
  'https://127.0.0.2:9/',
  'http://example.com/',
  'file:///etc/passwd',
  'https://u:p@example.com/',
  'https://example.com:25/',
]
