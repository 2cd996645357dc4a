/** How a person is called by their provider, and what of it an administrator is shown. */

import type { ConnectionRow } from './connection.repository.ts'
import { configurationOf } from './connection.ts'
import type { Assertion } from './decision.ts'

const nameMax = 100
const shownMax = 40
const valueMax = 300
/** Of the protocol, not of the person. */
const ofProtocol = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'sid', 'aud', 'azp', 'iat', 'exp', 'nbf', 'auth_time', 'jti'])
const firstNames = [
  'given_name',
  'firstName',
  'givenName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
]
const lastNames = [
  'family_name',
  'lastName',
  'surname',
  'sn',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
]
const wholeNames = [
  'name',
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
]

/** What PostgreSQL stores and a page shows on one line. */
const plain = (text: string, max: number) =>
  [
    ...text
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim(),
  ]
    .slice(0, max)
    .join('')

function firstClaim(claims: Assertion['claims'], names: readonly string[]): string {
  const found = names.find((name) => Object.hasOwn(claims, name) && typeof claims[name] === 'string' && claims[name] !== '')
  return found === undefined ? '' : plain(String(claims[found]), nameMax)
}

export function namesOf({ claims }: Pick<Assertion, 'claims'>, email: string): { firstName: string; lastName: string } {
  const [whole = '', ...others] = firstClaim(claims, wholeNames).split(' ')
  const firstName = firstClaim(claims, firstNames) || whole || plain(email.slice(0, email.lastIndexOf('@')), nameMax)
  return { firstName, lastName: firstClaim(claims, lastNames) || others.join(' ') || firstName }
}

export function shownOf({ issuer, subject, claims }: Assertion): { name: string; value: string }[] {
  const others = Object.entries(claims)
    .filter(([name]) => !ofProtocol.has(name) && name !== 'iss' && name !== 'sub')
    .map(([name, value]) => ({ name: plain(name, valueMax), value: textOf(value) }))
  return [
    { name: 'issuer', value: plain(issuer, valueMax) },
    { name: 'subject', value: plain(subject, valueMax) },
    ...others,
  ].slice(0, shownMax)
}

const textOf = (value: unknown) => plain(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), valueMax)

const emails = [
  ...(['email', 'mail', 'emailAddress', 'emailaddress', 'urn:oid:0.9.2342.19200300.100.1.3'] as const),
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]

type Subject = { readonly nameId: string; readonly attributes: Readonly<Record<string, string>> }

/** Of a SAML response: the email is an attribute, or the name of the person itself. */
export function assertionOf({ value }: Pick<ConnectionRow, 'value'>, { nameId, attributes }: Subject): Assertion {
  const { saml } = configurationOf(value)
  const email = firstClaim(attributes, emails) || (nameId.includes('@') ? nameId : '')
  return { issuer: saml.entityId, subject: nameId, email, claims: attributes }
}
